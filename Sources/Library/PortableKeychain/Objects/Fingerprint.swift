internal import Crypto

/// Digests by which people and tools compare public bytes, such as certificates and keys of hosts.
package enum Fingerprint {
    /// The SHA-256 of the bytes.
    package static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(bytes)))
    }

    /// The SHA-256 of a label and a secret, for whatever must not receive the secret itself.
    package static func sha256(_ label: String, _ secret: SecretBytes) -> SecretBytes {
        var hash = SHA256()
        hash.update(data: Array(label.utf8))
        secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
        let digest = hash.finalize()
        return SecretBytes(count: SHA256.byteCount) { room in
            digest.withUnsafeBytes { room.copyMemory(from: $0) }
        }
    }
}
