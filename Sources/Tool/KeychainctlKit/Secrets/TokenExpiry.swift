package import PortableKeychain
internal import SafeText

/// The time that a token names as its end: the claim `exp` of a JSON Web Token (RFC 7519).
///
/// Nothing is verified: the owner of a token has no use for its signature.
package enum TokenExpiry {
    /// The maximum size of a token.
    private static let longest = 1 << 16

    /// Reads the end of a token.
    ///
    /// - Parameter secret: Any secret.
    /// - Returns: Seconds since 1970; `nil` if it is no such token, or does not say when it ends.
    package static func seconds(of secret: SecretBytes) -> Double? {
        guard secret.count <= longest else { return nil }
        let ranges = secret.withUnsafeBytes { bytes in
            bytes.indices
                .split(omittingEmptySubsequences: false) { bytes[$0] == UInt8(ascii: ".") }
                .map { $0.startIndex..<$0.endIndex }
        }
        guard ranges.count == 3, let header = object(secret, ranges[0]),
            case .text = header["alg"], let claims = object(secret, ranges[1]),
            case .number(let number) = claims["exp"]
        else { return nil }
        return Double(number.string).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A part of a token, which is JSON in the alphabet of Base64 for addresses (RFC 4648, 5).
    private static func object(_ secret: SecretBytes, _ range: Range<Int>) -> JSONTree? {
        var writer = SecretWriter(capacity: range.count + 3)
        secret.withUnsafeBytes { bytes in
            for byte in bytes[range] {
                switch byte {
                case UInt8(ascii: "-"): writer.append(UInt8(ascii: "+"))
                case UInt8(ascii: "_"): writer.append(UInt8(ascii: "/"))
                default: writer.append(byte)
                }
            }
        }
        while !writer.count.isMultiple(of: 4) { writer.append(UInt8(ascii: "=")) }
        guard let plain = Base64.decoded(writer.secret), let tree = try? JSONTree(plain),
            case .object = tree
        else { return nil }
        return tree
    }
}
