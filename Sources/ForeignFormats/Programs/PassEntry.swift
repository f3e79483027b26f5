package import PortableKeychain
internal import SafeText

/// An entry of `pass`: the password in the first line, then any text (passwordstore.org).
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
        guard SecretText.isText(content) else {
            // pass also holds files, such as keys.
            entry.password = content
            entry.kind = "file"
            return entry
        }
        var lines = try ForeignText.lines(of: content)
        if !lines.isEmpty { entry.password = lines.removeFirst() }
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
        if line.withUnsafeBytes({ $0.starts(with: "otpauth:".utf8) }) {
            entry.addSecret(ForeignEntry.oneTimePassword, line)
            return true
        }
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

    private static func trimmed(_ text: String) -> String {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
