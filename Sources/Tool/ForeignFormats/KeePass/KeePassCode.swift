package import PortableKeychain
internal import SafeText

/// The address of one-time codes for the secret of one alone, in the form in which KeePassXC writes it.
package enum KeePassCode {
    private static let start = "?secret="
    /// The parameters of a secret alone: six digits, for half a minute.
    private static let usual = "&period=30&digits=6&issuer="

    /// Makes an address.
    ///
    /// - Parameters:
    ///   - secret: The secret in Base32.
    ///   - title: The title of the entry.
    ///   - account: The account of the entry.
    /// - Returns: The address.
    package static func address(
        _ secret: SecretBytes,
        title: String,
        account: String
    ) -> SecretBytes {
        let names = [title, account.isEmpty ? "none" : account].map(PercentEncoding.encoded)
        return SecretText.joined([
            .text("otpauth://totp/\(names.joined(separator: ":"))\(start)"), .secret(secret),
            .text(usual + names[0]),
        ])
    }

    /// The secret of such an address; `nil` for an address that says anything unusual.
    static func secret(of address: SecretBytes) -> SecretBytes? {
        let range: Range<Int>? = address.withUnsafeBytes { bytes in
            func place(of text: String) -> Int? {
                bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
            }
            guard let first = place(of: start).map({ $0 + start.utf8.count }),
                let end = place(of: usual), first < end,
                !bytes[first..<end].contains(UInt8(ascii: "&")),
                !bytes[(end + usual.utf8.count)...].contains(UInt8(ascii: "&"))
            else { return nil }
            return first..<end
        }
        return range.map { SecretText.part(of: address, $0) }
    }
}
