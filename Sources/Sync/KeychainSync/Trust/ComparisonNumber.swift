internal import PortableKeychain

/// The number that two people compare when a device joins (`Specification/sync-format.md` §9).
package struct ComparisonNumber: Sendable, Equatable {
    private static let count: UInt64 = 10_000_000

    /// Seven digits in two groups.
    package let text: String

    /// - Parameters:
    ///   - vault: The vault, as this side knows it.
    ///   - certificate: The device that joins, as this side knows it.
    ///   - device: The nonce of that device.
    ///   - member: The nonce of the member.
    init(
        _ vault: VaultID,
        _ certificate: DeviceCertificate,
        device: [UInt8],
        member: [UInt8]
    ) {
        let message = SyncLabels.number + vault.bytes + certificate.encoded + member
        let code = SyncSecret(SecretBytes(device)).code(message)
        let value = code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % Self.count
        let digits = String(value)
        let all = String(repeating: "0", count: 7 - digits.count) + digits
        text = "\(all.prefix(3)) \(all.suffix(4))"
    }
}
