package import PortableKeychain
internal import KeychainEssentials

/// The format in which `ssh-keygen` writes private keys (PROTOCOL.key of OpenSSH).
package enum OpenSSHKeyFile {
    /// The reasons for which no key can be read from a file.
    package enum Refusal: Error {
        /// The file has a passphrase.
        case encrypted
        /// The key has a type that is not supported, or the file has several.
        case unsupported
        /// The file is damaged, or has another format.
        case malformed
    }

    private static let start = Array("-----BEGIN OPENSSH PRIVATE KEY-----".utf8)
    private static let end = Array("-----END OPENSSH PRIVATE KEY-----".utf8)
    private static let magic = Array("openssh-key-v1\0".utf8)

    /// Whether a text has this format, even if it is damaged.
    package static func isOne(_ text: SecretBytes) -> Bool {
        text.withUnsafeBytes { $0.starts(with: start) }
    }

    /// Reads the key of a file without a passphrase.
    ///
    /// - Throws: ``Refusal``.
    package static func key(_ text: SecretBytes) throws(Refusal) -> KeyMaterial {
        var bytes = text.withUnsafeBytes { Array($0) }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        let content = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        guard content.count > 2, content.first.map(Array.init) == start,
            content.last.map(Array.init) == end
        else { throw .malformed }
        var encoded = Data(content.dropFirst().dropLast().joined())
        defer { zero(&encoded) }
        guard var decoded = Data(base64Encoded: encoded) else { throw .malformed }
        var form = [UInt8](decoded)
        defer {
            zero(&decoded)
            form.withUnsafeMutableBytes { SecretBytes.zero($0) }
        }
        do throws(SSHRefusal) {
            guard try isEncrypted(form[...]) else { return try key(form[...]) }
        } catch .unsupported {
            throw .unsupported
        } catch {
            throw .malformed
        }
        throw .encrypted
    }

    /// Whether a file names a cipher.
    private static func isEncrypted(_ form: ArraySlice<UInt8>) throws(SSHRefusal) -> Bool {
        guard form.starts(with: magic) else { throw .malformed }
        var reader = SSHReader(form.dropFirst(magic.count))
        return try reader.text() != "none"
    }

    private static func key(_ form: ArraySlice<UInt8>) throws(SSHRefusal) -> KeyMaterial {
        guard form.starts(with: magic) else { throw .malformed }
        var reader = SSHReader(form.dropFirst(magic.count))
        let (cipher, derivation) = (try reader.text(), try reader.text())
        guard cipher == "none", derivation == "none" else { throw .unsupported }
        _ = try reader.string()
        guard try reader.number() == 1 else { throw .unsupported }
        let publicBlob = try reader.string()
        var inner = SSHReader(try reader.string())
        try reader.finish()
        guard try inner.number() == inner.number() else { throw .malformed }
        let key = try SSHPrivateKey.read(&inner)
        guard SSHPublicKey(key)?.blob == Array(publicBlob) else { throw .malformed }
        return key
    }

    private static func zero(_ data: inout Data) {
        data.withUnsafeMutableBytes { SecretBytes.zero($0) }
    }
}
