internal import PortableKeychain

/// An entry of `pass`: the password in the first line, anything behind it (passwordstore.org).
enum PassEntry {
    /// Reads a decrypted entry.
    ///
    /// Lines such as "user: me" and "url: …", as browser extensions write them, name account and
    /// address. The others may be anything, so they are kept as a secret and not as a comment.
    ///
    /// - Parameters:
    ///   - name: The path in the store, without its end.
    ///   - content: The text.
    /// - Returns: The entry.
    /// - Throws: ``TransferProblem`` for what is no text.
    static func entry(
        _ name: String,
        _ content: SecretBytes
    ) throws(TransferProblem) -> ForeignEntry {
        let text = try content.withUnsafeBytes { bytes throws(TransferProblem) in
            try TransferText.text(bytes)
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.last == "\r" ? String($0.dropLast()) : String($0)
        }
        if lines.last == "" { lines.removeLast() }
        var entry = ForeignEntry(title: name)
        entry.password = lines.isEmpty ? "" : lines.removeFirst()
        var rest: [String] = []
        for line in lines {
            let colon = line.firstIndex(of: ":")
            let key = colon.map { line[..<$0].lowercased() } ?? ""
            let value = colon.map { Self.trimmed(line[line.index(after: $0)...]) } ?? ""
            if line.hasPrefix("otpauth:") {
                entry.addSecret(ForeignEntry.oneTimePassword, line)
            } else if ["user", "username", "login"].contains(key), entry.account.isEmpty {
                entry.account = value
            } else if ["url", "website"].contains(key), ForeignAddress(value) != nil {
                entry.addAddress(value)
            } else {
                rest.append(line)
            }
        }
        entry.addSecret("notes", rest.joined(separator: "\n"))
        return entry
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
