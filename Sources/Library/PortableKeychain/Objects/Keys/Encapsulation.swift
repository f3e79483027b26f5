/// A fresh secret with the ciphertext that brings it to the owner of a key (FIPS 203).
///
/// ``KeyMaterial/encapsulate(_:)`` makes one. Send the ciphertext, keep the secret, and derive keys
/// from it; the secret is not a message of your own.
public struct Encapsulation: Sendable {
    /// The secret, to derive keys from.
    public let sharedSecret: SecretBytes
    /// The ciphertext from which the owner of the private key recovers the secret.
    public let ciphertext: [UInt8]
}
