/// A secret in memory: cannot be copied by accident, never printed, zeroed when it goes.
public struct SecretBytes: ~Copyable, Sendable {
    /// The shared bytes beneath.
    public let buffer: SecretBuffer

    /// Takes a shared buffer as a secret.
    public init(_ buffer: SecretBuffer) { self.buffer = buffer }
}
