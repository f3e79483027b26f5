internal import ForeignCrypto
package import PortableKeychain
internal import SafeText

/// The key of a KeePass database: a passphrase, a key file, or both.
package struct KeePassKey {
    /// The hash of the hashes of the parts, 32 bytes.
    let composite: SecretBytes

    /// Combines the parts.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase; `nil` for a database that has none.
    ///   - keyFile: The content of the key file; `nil` for a database that has none.
    /// - Throws: ``FormatProblem`` for a key file that is damaged.
    package init(passphrase: SecretBytes?, keyFile: SecretBytes?) throws(FormatProblem) {
        var parts: [SecretBytes] = []
        if let passphrase { parts.append(SecretDigest.sha256([passphrase])) }
        if let keyFile { parts.append(try Self.key(of: keyFile)) }
        composite = SecretDigest.sha256(parts)
    }

    private static let length = 32

    private static let damaged = FormatProblem(
        "the key file is damaged",
        advice: "nothing was imported; use another copy of the key file"
    )

    /// The key in a key file: of KeePass's XML, 32 bytes, 64 hexadecimal digits, or the hash of any
    /// other file.
    private static func key(of file: SecretBytes) throws(FormatProblem) -> SecretBytes {
        if isDocument(file) { return try key(ofDocument: file) }
        if file.count == length { return file }
        if file.count == 2 * length, let key = HexadecimalDigits.secret(file) { return key }
        return SecretDigest.sha256([file])
    }

    /// Whether a file says in its beginning that it is KeePass's XML.
    private static func isDocument(_ file: SecretBytes) -> Bool {
        file.withUnsafeBytes { bytes in
            bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
                || bytes.starts(with: [0xEF, 0xBB, 0xBF])
                ? String(decoding: bytes.prefix(512), as: UTF8.self).contains("<KeyFile") : false
        }
    }

    private static func key(ofDocument file: SecretBytes) throws(FormatProblem) -> SecretBytes {
        let document: XMLTree
        do throws(FormatProblem) {
            document = try XMLTree(document: file, atMost: 64)
        } catch {
            throw damaged
        }
        guard document.name == "KeyFile", let data = document["Key"]?["Data"],
            let version = document["Meta"]?["Version"]?.string
        else { throw damaged }
        let text = withoutSpace(data.text)
        let key: SecretBytes?
        switch version.split(separator: ".").first {
        case "1": key = Base64.decoded(text)
        case "2":
            key = HexadecimalDigits.secret(text)
            // The first bytes of its hash, against typing mistakes.
            let hash = key.map { key in
                SecretDigest.sha256([key]).withUnsafeBytes { SecretBytes($0.prefix(4)) }
            }
            let expected = HexadecimalDigits.secret(
                SecretBytes(utf8: data.attributes["Hash"] ?? "")
            )
            guard let hash, let expected, hash.matches(expected) else { throw damaged }
        default:
            throw FormatProblem(
                "the key file has version \(version), which is not supported",
                advice: "export the database as XML and import that"
            )
        }
        guard let key, key.count == length else { throw damaged }
        return key
    }

    private static func withoutSpace(_ text: SecretBytes) -> SecretBytes {
        text.withUnsafeBytes { bytes in
            var rest = SecretWriter(capacity: bytes.count)
            for byte in bytes where byte > 0x20 { rest.append(byte) }
            return rest.secret
        }
    }
}
