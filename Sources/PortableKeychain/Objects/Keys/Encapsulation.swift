/// A fresh secret, with the message that brings it to the owner of a key (FIPS 203).
public struct Encapsulation: Sendable {
    /// The secret, to derive keys from.
    public let sharedSecret: SecretBytes
    /// What the owner of the private key needs to know the secret too.
    public let ciphertext: [UInt8]
}
