// Foundation without its locales and formats, which cost every start of a program some milliseconds. The one place
// that knows that Apple's platforms have one Foundation only.

#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
