import Foundation
import Security

/// The reason why a token or its key was refused.
public enum TokenError: Error {
    /// The token does not have three parts of Base64.
    case malformed
    /// The signature is not the key's.
    case wrongSignature
    /// The numbers make no key, or the key cannot do this.
    case key(any Error)
    /// A signature that has no such form.
    case unexpectedSignature
}

/// A key made of the numbers in which web keys (RFC 7517) write it.
public struct TokenKey {
    public let key: SecKey
    public let algorithm: TokenAlgorithm

    /// A key on the curve P-256. With its secret number it signs; without, it verifies.
    public init(x: Data, y: Data, secret: Data = Data()) throws {
        // X9.63: a point that is not compressed, and the secret number after it.
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeEC,
            kSecAttrKeyClass as String: secret.isEmpty
                ? kSecAttrKeyClassPublic : kSecAttrKeyClassPrivate,
            kSecAttrKeySizeInBits as String: 256,
        ]
        key = try Self.make(Data([4]) + x + y + secret, attributes)
        algorithm = .es256
    }

    /// A public RSA key.
    public init(modulus: Data, exponent: Data, algorithm: TokenAlgorithm = .rs256) throws {
        // PKCS #1: a sequence of two integers, without the header of X.509 around it.
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecAttrKeyClass: kSecAttrKeyClassPublic,
            kSecAttrIsPermanent: false,
        ]
        let numbers = DER.integer(modulus) + DER.integer(exponent)
        key = try Self.make(DER.sequence(numbers), attributes as [String: Any])
        self.algorithm = algorithm
    }

    /// A key that exists already, such as one from the keychain.
    public init(_ key: SecKey, _ algorithm: TokenAlgorithm) {
        self.key = key
        self.algorithm = algorithm
    }

    /// The half that others may have.
    public func publicHalf() -> TokenKey? {
        SecKeyCopyPublicKey(key).map { TokenKey($0, algorithm) }
    }

    private static func make(_ bytes: Data, _ attributes: [String: Any]) throws -> SecKey {
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, &error)
        else {
            throw TokenError.key(error!.takeRetainedValue() as Error)
        }
        return key
    }
}
