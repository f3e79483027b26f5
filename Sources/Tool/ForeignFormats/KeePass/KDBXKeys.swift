internal import ForeignCrypto
internal import PortableKeychain

/// The keys of one database, from its seed and the stretched key.
struct KDBXKeys {
    /// The key of the cipher.
    let cipher: SecretBytes
    /// The secret from which the keys of all codes are derived, in KDBX 4.
    let codes: SecretBytes

    init(seed: [UInt8], stretched: SecretBytes) {
        let seed = SecretBytes(seed)
        cipher = SecretDigest.sha256([seed, stretched])
        codes = SecretDigest.sha512([seed, stretched, SecretBytes([1])])
    }
}
