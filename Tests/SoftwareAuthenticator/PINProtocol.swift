import Crypto
import CryptoExtras
import Foundation

/// The two ways in which a security key and its caller protect PINs and secrets (CTAP 2.1, 6.5.6
/// and 6.5.7), on the side of the security key.
struct PINProtocol {
    let version: Int
    private let encryption: SymmetricKey
    private let authentication: SymmetricKey

    init?(_ version: Int, _ key: P256.KeyAgreement.PrivateKey, _ peer: CBOR) {
        guard let x = peer[-2]?.data, let y = peer[-3]?.data,
            let point = try? P256.KeyAgreement.PublicKey(rawRepresentation: x + y),
            let shared = try? key.sharedSecretFromKeyAgreement(with: point)
        else { return nil }
        self.version = version
        if version == 1 {
            let hash = shared.withUnsafeBytes { SymmetricKey(data: SHA256.hash(data: $0)) }
            (encryption, authentication) = (hash, hash)
        } else {
            let derive = { (info: String) in
                shared.hkdfDerivedSymmetricKey(
                    using: SHA256.self,
                    salt: Data(count: 32),
                    sharedInfo: Data(info.utf8),
                    outputByteCount: 32
                )
            }
            (encryption, authentication) = (derive("CTAP2 AES key"), derive("CTAP2 HMAC key"))
        }
    }

    static func coordinates(_ key: P256.KeyAgreement.PrivateKey) -> CBOR {
        let raw = Array(key.publicKey.rawRepresentation)
        return .numbered([
            1: .integer(2), 3: .integer(-25), -1: .integer(1),
            -2: .bytes(Array(raw[..<32])), -3: .bytes(Array(raw[32...])),
        ])
    }

    func encrypt(_ plain: [UInt8]) -> [UInt8] {
        let vector =
            version == 1
            ? [UInt8](repeating: 0, count: 16)
            : (0..<16).map { _ in UInt8.random(in: 0...255) }
        let box = try? AES._CBC.encrypt(
            plain,
            using: encryption,
            iv: AES._CBC.IV(ivBytes: vector),
            noPadding: true
        )
        return (version == 1 ? [] : vector) + Array(box ?? Data())
    }

    func decrypt(_ box: [UInt8]) -> [UInt8]? {
        guard version == 1 || box.count > 16 else { return nil }
        let vector =
            version == 1 ? [UInt8](repeating: 0, count: 16) : Array(box[..<16])
        let rest = version == 1 ? box[...] : box[16...]
        guard rest.count % 16 == 0,
            let plain = try? AES._CBC.decrypt(
                rest,
                using: encryption,
                iv: AES._CBC.IV(ivBytes: vector),
                noPadding: true
            )
        else { return nil }
        return Array(plain)
    }

    func isAuthentic(_ tag: [UInt8]?, _ message: [UInt8]) -> Bool {
        tag == Self.tag(message, authentication, version)
    }

    /// A code that proves knowledge of a key; half of it in the first version.
    static func tag(_ message: [UInt8], _ key: SymmetricKey, _ version: Int) -> [UInt8] {
        let full = Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        return version == 1 ? Array(full[..<16]) : full
    }
}
