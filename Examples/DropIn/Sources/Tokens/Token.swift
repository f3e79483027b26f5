import Foundation
import Security

/// A signed token in its compact form (RFC 7515, section 7.1).
public struct Token {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// Signs a header and a payload.
    public init(header: Data, payload: Data, key: TokenKey) throws {
        let input = Base64URL.text(header) + "." + Base64URL.text(payload)
        var error: Unmanaged<CFError>?
        let signature = SecKeyCreateSignature(
            key.key,
            key.algorithm.algorithm,
            Data(input.utf8) as CFData,
            &error
        )
        guard let signature = signature as Data? else {
            throw TokenError.key(error!.takeRetainedValue() as Error)
        }
        text = try input + "." + Base64URL.text(Self.toToken(signature, key.algorithm))
    }

    /// The payload, if the key signed it.
    public func payload(verifiedWith key: TokenKey) throws -> Data {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let payload = Base64URL.data(parts[1]),
            let signature = Base64URL.data(parts[2])
        else { throw TokenError.malformed }
        let verifies = SecKeyVerifySignature(
            key.key,
            key.algorithm.algorithm,
            Data((parts[0] + "." + parts[1]).utf8) as CFData,
            try Self.fromToken(signature, key.algorithm) as CFData,
            nil
        )
        guard verifies else { throw TokenError.wrongSignature }
        return payload
    }

    // Tokens hold the two numbers of an ECDSA signature side by side; the framework has them in DER.
    private static func toToken(_ signature: Data, _ algorithm: TokenAlgorithm) throws -> Data {
        guard algorithm == .es256 else { return signature }
        guard let (r, s) = DER.pair(signature, size: 32) else {
            throw TokenError.unexpectedSignature
        }
        return r + s
    }

    private static func fromToken(_ signature: Data, _ algorithm: TokenAlgorithm) throws -> Data {
        guard algorithm == .es256 else { return signature }
        guard signature.count == 64 else { throw TokenError.unexpectedSignature }
        return DER.sequence(DER.integer(signature.prefix(32)) + DER.integer(signature.suffix(32)))
    }
}

/// Base64 for addresses, without padding (RFC 7515, section 2).
public enum Base64URL {
    public static func text(_ data: Data) -> String {
        data.base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    public static func data(_ text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(
            base64Encoded: text.replacingOccurrences(of: "-", with: "+")
                .replacingOccurrences(of: "_", with: "/") + padding
        )
    }
}
