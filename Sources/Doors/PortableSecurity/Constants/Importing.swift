public import Foundation

// The parameters and results of `SecPKCS12Import`.
// The strings are those of Apple's SecImportExport.h. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// The key of the passphrase of a file, a string.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"
/// The key of a macOS keychain to import into; ignored.
nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain"
/// The key of a macOS access list; ignored.
nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access"
/// The key that says whether nothing is stored, a Boolean; `true` when absent.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
/// The key of a result's name in the file, a string.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"
/// The key of a result's identifier in the file, bytes.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"
/// The key of a result's `SecTrust`, which holds all certificates of the file.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"
/// The key of a result's certificates, the identity's own first.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"
/// The key of a result's `SecIdentity`.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"
