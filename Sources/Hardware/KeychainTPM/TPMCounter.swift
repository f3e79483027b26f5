internal import PortableKeychain

/// The identity of a counter in the permanent memory (NV) of a chip.
///
/// Layout: `"PKC2"` ‖ version 1 ‖ index (32 bits) ‖ name of the storage root key (34 bytes), which
/// identifies the chip. The index follows from the authorization, so that a counter is found again
/// that was made right before a crash.
struct TPMCounter: Equatable {
    /// The place in the chip.
    let index: UInt32
    /// The name of the storage root key.
    let parent: [UInt8]

    private static let magic = Array("PKC2".utf8) + [1]
    static let length = 5 + 4 + TPMBlob.nameLength

    // Registry of Reserved TPM 2.0 Handles: 0x01800000 to 0x01BFFFFF are the owner's.
    private static let firstIndex: UInt32 = 0x0180_0000
    private static let indexMask: UInt32 = 0x3F_FFFF
    /// The number of places that are tried, if other programs use the first ones.
    private static let attempts: UInt32 = 8

    init(index: UInt32, parent: [UInt8]) throws(KeychainError) {
        guard parent.count == TPMBlob.nameLength, parent.starts(with: TPMTemplate.nameHash),
            index & ~Self.indexMask == Self.firstIndex
        else { throw TPMBlob.damaged }
        (self.index, self.parent) = (index, parent)
    }

    /// Reads the identifier of a counter.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for anything that ``encoded`` does not make.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count == Self.length, bytes.starts(with: Self.magic) else {
            throw TPMBlob.damaged
        }
        let index = bytes[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        try self.init(index: index, parent: Array(bytes[9...]))
    }

    var encoded: [UInt8] {
        Self.magic + (0..<4).map { UInt8(truncatingIfNeeded: index >> (24 - 8 * $0)) } + parent
    }

    /// The places where a counter with an authorization is made, in order.
    static func places(_ authorization: SecretBytes) -> [UInt32] {
        let hash = Fingerprint.sha256("PortableKeychain 1 TPM counter", authorization)
        let start = hash.withUnsafeBytes { $0.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        return (0..<attempts).map { firstIndex | (start &+ $0) & indexMask }
    }
}
