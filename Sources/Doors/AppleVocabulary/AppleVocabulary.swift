// The names that doors share with Apple's frameworks: the frameworks where they exist, our doors to
// them elsewhere. No door says `import Security`, because a module of that name in the build folder
// would be found by every other package in the build.
//
// Foundation too, which Apple's LocalAuthentication brings with it: a file that imports this module needs no import of
// its own for it, and on Apple's platforms the compiler complains of one.
@_exported public import Foundation

#if canImport(Darwin)
    @_exported public import LocalAuthentication
    @_exported public import Security
#else
    @_exported public import PortableLocalAuthentication
    @_exported public import PortableSecurity
#endif
