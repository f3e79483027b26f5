internal import Crypto

/// The parameters with which keys are derived from an agreed secret (ANSI X9.63, SEC 1 3.6.1).
struct KeyDerivation: Sendable {
    /// More than any protocol asks for, and little enough for memory.
    static let largestSize = 1 << 20

    /// The length of the result in bytes, needed where there is a derivation.
    let requestedSize: Int?
    /// Bytes that both sides know.
    let sharedInfo: [UInt8]

    /// Derives the result.
    func derive(
        from secret: any AgreedSecret,
        _ hash: KeyHash
    ) throws(KeychainError) -> SecretBytes {
        guard let size = requestedSize, (1...Self.largestSize).contains(size) else {
            throw KeychainError(
                .invalidParameter,
                reason: "A derived secret needs a requested size of 1 to \(Self.largestSize) bytes."
            )
        }
        guard let function = hash.function else { throw KeychainError(.unimplemented) }
        return secret.derived(function, sharedInfo: sharedInfo, count: size)
    }
}
