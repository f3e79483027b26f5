internal import Crypto
internal import Foundation

extension X963Convertible {
    /// SHA-1 of the key, under which the keychain files both halves of the pair of a public one.
    var publicKeySHA1: Data { Data(Insecure.SHA1.hash(data: x963Representation)) }
}

extension PKCS1Convertible {
    /// SHA-1 of the key, under which the keychain files both halves of the pair of a public one.
    var publicKeySHA1: Data { Data(Insecure.SHA1.hash(data: pkcs1Representation)) }
}
