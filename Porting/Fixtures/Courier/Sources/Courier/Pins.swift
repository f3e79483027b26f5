import CommonCrypto
import Foundation
import Security

/// The digests of the keys that servers may show.
public struct Pins {
    private let digests: Set<Data>

    public init(digests: Set<Data>) { self.digests = digests }

    /// Whether the chain is trusted, and its first key pinned.
    public func allow(_ trust: SecTrust) -> Bool {
        var error: CFError?
        guard SecTrustEvaluateWithError(trust, &error), let key = SecTrustCopyKey(trust),
            let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
        else { return false }
        return digests.contains(Pins.digest(of: bytes))
    }

    public func allow(_ key: SecKey) -> Bool {
        guard let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data? else { return false }
        return digests.contains(Pins.digest(of: bytes))
    }

    public static func digest(of key: Data) -> Data {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        _ = CC_SHA256((key as NSData).bytes, CC_LONG(key.count), &digest)
        return Data(digest)
    }
}
