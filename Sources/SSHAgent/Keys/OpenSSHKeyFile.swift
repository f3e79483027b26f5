package import PortableKeychain

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Private keys as `ssh-keygen` writes them (PROTOCOL.key of OpenSSH).
package enum OpenSSHKeyFile {
    /// Why a file gives no key.
    package enum Refusal: Error {
        /// It has a passphrase, or its key is of a type that keychains do not hold.
        case unsupported
        /// It is damaged, or something else.
        case malformed
    }

    private static let start = Array("-----BEGIN OPENSSH PRIVATE KEY-----".utf8)
    private static let end = Array("-----END OPENSSH PRIVATE KEY-----".utf8)
    private static let magic = Array("openssh-key-v1\0".utf8)

    /// Whether a text is such a file, be it a damaged one.
    package static func isOne(_ text: SecretBytes) -> Bool {
        text.withUnsafeBytes { $0.starts(with: start) }
    }

    /// Reads the key of a file that has no passphrase.
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
            return try key(form[...])
        } catch .unsupported {
            throw .unsupported
        } catch {
            throw .malformed
        }
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
