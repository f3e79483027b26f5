/// The parameters of a slot of a security key (vault-format.md §5.2): whether its PIN is needed, and
/// the identifier of the credential.
extension FIDO2Candidate {
    /// Reads a slot.
    ///
    /// - Returns: `nil` for a slot of another kind, and for parameters that are malformed, with
    ///   which no security key can be asked.
    package init?(_ slot: AccessSlot) {
        guard slot.kind == .securityKey else { return nil }
        let candidate = try? slot.parameters.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let flag: UInt8 = try reader.integer()
            let credential = Array(try reader.sized())
            try reader.finish()
            guard flag <= 1, 1...FIDO2Request.longestCredential ~= credential.count else {
                throw KeychainError(.corrupt)
            }
            return FIDO2Candidate(
                credential: credential,
                salt: slot.salt,
                requiresPIN: flag == 1
            )
        }
        guard let candidate else { return nil }
        self = candidate
    }

    /// The parameters of its slot.
    package var parameters: [UInt8] {
        var writer = ByteWriter()
        writer.integer(UInt8(requiresPIN ? 1 : 0))
        writer.sized(credential)
        return writer.bytes
    }
}
