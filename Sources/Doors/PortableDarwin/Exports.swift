// 'import Darwin' has the C library too.
@_exported public import KeychainLibC
