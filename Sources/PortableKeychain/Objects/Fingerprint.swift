internal import Crypto

/// Digests by which people and tools compare public bytes, such as certificates and keys of hosts.
package enum Fingerprint {
    /// The SHA-256 of the bytes.
    package static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(bytes)))
    }
}
