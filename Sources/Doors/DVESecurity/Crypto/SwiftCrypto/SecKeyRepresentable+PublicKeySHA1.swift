internal import Crypto
internal import Foundation

extension SecKeyRepresentable {
    /// SHA-1 of a public key, under which the keychain files both halves of its pair.
    var publicKeySHA1: Data { Data(Insecure.SHA1.hash(data: secKeyRepresentation)) }
}
