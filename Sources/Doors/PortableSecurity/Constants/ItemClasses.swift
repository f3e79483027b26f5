public import Foundation

// Item classes.
// The strings are those of Apple's SecItemConstants.c. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// The key of the item class.
nonisolated(unsafe) public let kSecClass: CFString = "class"
/// The class of passwords, tokens and notes of a service.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// The class of passwords of a server.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// The class of X.509 certificates.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// The class of cryptographic keys.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// The class of certificates joined with their private key.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"
/// The key of a password in a dictionary of shared web credentials.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"
