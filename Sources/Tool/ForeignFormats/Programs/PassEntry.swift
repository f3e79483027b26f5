package import PortableKeychain
internal import SafeText

/// An entry of `pass`: the password in the first line, then any text (passwordstore.org).
///
/// Instead of a password, the first line can be the address of one-time codes, as `pass otp insert`
/// writes it; `pass otp append` adds one at the end.
package enum PassEntry {
    /// Reads a decrypted entry.
    ///
    /// Lines such as "user: me" and "url: …", as browser extensions write them, contain account and
    /// address. Other lines may be secret, so they are stored as a secret and not as a comment.
    ///
    /// - Parameters:
    ///   - name: The path in the store, without the file extension.
    ///   - content: The text.
    /// - Returns: The entry.
    /// - Throws: ``FormatProblem`` for text with zero bytes, and for an impossible port.
    package static func entry(
        _ name: String,
        _ content: SecretBytes
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry(title: name)
        if let end = name.lastIndex(of: "/") { entry.setFolder(String(name[..<end])) }
        guard SecretText.isText(content) else {
            // pass also holds files, such as keys.
            entry.password = content
            entry.kind = "file"
            return entry
        }
        var lines = try ForeignText.lines(of: content)
        if let first = lines.first {
            lines.removeFirst()
            if !takeCode(first, into: &entry) { entry.password = first }
        }
        var rest: [SecretText.Piece] = []
        for line in lines where try !take(line, into: &entry) {
            rest += (rest.isEmpty ? [] : [.text("\n")]) + [.secret(line)]
        }
        entry.addSecret("notes", SecretText.joined(rest))
        return entry
    }

    /// Stores a line with a known name in the entry; returns whether the name is known.
    private static func take(
        _ line: SecretBytes,
        into entry: inout ForeignEntry
    ) throws(FormatProblem) -> Bool {
        if takeCode(line, into: &entry) { return true }
        guard let colon = line.withUnsafeBytes({ $0.firstIndex(of: UInt8(ascii: ":")) }),
            // No known name is longer, and a longer text may be a secret.
            colon <= 8,
            let key = SecretText.copy(SecretText.part(of: line, 0..<colon))?.lowercased()
        else { return false }
        func value() -> String {
            trimmed(SecretText.copy(SecretText.part(of: line, colon + 1..<line.count)) ?? "")
        }
        if ["user", "username", "login"].contains(key), entry.account.isEmpty {
            entry.account = value()
            return true
        }
        guard ["url", "website"].contains(key), try ForeignAddress(value()) != nil else {
            return false
        }
        try entry.addAddress(value())
        return true
    }

    /// Stores a line that is an address of one-time codes, alone or after the name that gopass gives
    /// it; returns whether it is one.
    private static func takeCode(_ line: SecretBytes, into entry: inout ForeignEntry) -> Bool {
        let mark = Array("otpauth://".utf8)
        let start = line.withUnsafeBytes { bytes -> Int? in
            for name in ["", "otp:", "totp:"] where bytes.starts(with: name.utf8) {
                let start = bytes[name.utf8.count...].firstIndex { $0 != 0x20 } ?? bytes.count
                if bytes[start...].starts(with: mark) { return start }
            }
            return nil
        }
        guard let start else { return false }
        let end = line.withUnsafeBytes { ($0.lastIndex { $0 > 0x20 } ?? start) + 1 }
        entry.addSecret(ForeignEntry.oneTimePassword, SecretText.part(of: line, start..<end))
        return true
    }

    private static func trimmed(_ text: String) -> String {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
