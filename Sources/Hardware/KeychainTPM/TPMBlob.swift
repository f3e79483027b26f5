internal import PortableKeychain

/// The token's form of a sealed secret or a key: the public and the private part of an object as
/// the chip made them, with the name of the key that they were made under.
///
/// Layout: `"PKT2"` ‖ version 1 ‖ kind ‖ registers (3 bytes, bit 0 of the first is register 0) ‖
/// name of the parent (34 bytes) ‖ public part ‖ private part, both after their 16-bit lengths. It
/// is not the format of other programs' keys in a TPM, because that one has no place for the
/// parent's name.
///
/// Blobs come from files that any writer may have changed: everything is compared with the
/// templates of this library before the chip sees it. The chip then checks the private part.
struct TPMBlob: Equatable {
    /// The use of an object.
    enum Kind: UInt8, CaseIterable {
        case secret = 1
        case secretWithPIN = 2
        case key = 3
    }

    let kind: Kind
    /// The registers whose values the object requires, ascending.
    let registers: [UInt8]
    /// The name of the parent: the hash function's number and the SHA-256 of its public part.
    let parent: [UInt8]
    /// The public part: a TPMT_PUBLIC.
    let publicPart: [UInt8]
    /// The private part, encrypted by the chip.
    let privatePart: [UInt8]

    static let nameLength = 34
    static let longest = 1024
    private static let magic = Array("PKT2".utf8) + [1]
    private static let longestPrivatePart = 640
    static let registerCount: UInt8 = 24

    init(
        kind: Kind,
        registers: [UInt8],
        parent: [UInt8],
        publicPart: [UInt8],
        privatePart: [UInt8]
    ) throws(KeychainError) {
        guard parent.count == Self.nameLength, parent.starts(with: TPMTemplate.nameHash),
            1...Self.longestPrivatePart ~= privatePart.count,
            kind != .key || registers.isEmpty,
            TPMTemplate(kind, hasPolicy: !registers.isEmpty).fits(publicPart)
        else { throw Self.damaged }
        self.kind = kind
        self.registers = registers
        self.parent = parent
        self.publicPart = publicPart
        self.privatePart = privatePart
    }

    /// Reads a blob.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for anything that ``encoded`` does not make.
    init(_ bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count <= Self.longest else { throw Self.damaged }
        var rest = bytes[...]
        func take(_ count: Int) throws(KeychainError) -> [UInt8] {
            guard count <= rest.count else { throw Self.damaged }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        func sized() throws(KeychainError) -> [UInt8] {
            let length = try take(2)
            return try take(Int(length[0]) << 8 | Int(length[1]))
        }
        guard try take(Self.magic.count) == Self.magic, let kind = Kind(rawValue: try take(1)[0])
        else { throw Self.damaged }
        let map = try take(3)
        let registers = (0..<Self.registerCount).filter { (register: UInt8) -> Bool in
            let bit: UInt8 = 1 << (register % 8)
            return map[Int(register / 8)] & bit != 0
        }
        let (parent, publicPart) = (try take(Self.nameLength), try sized())
        let privatePart = try sized()
        guard rest.isEmpty else { throw Self.damaged }
        try self.init(
            kind: kind,
            registers: registers,
            parent: parent,
            publicPart: publicPart,
            privatePart: privatePart
        )
    }

    var encoded: [UInt8] {
        Self.magic + [kind.rawValue] + Self.map(of: registers) + parent
            + Self.sized(publicPart) + Self.sized(privatePart)
    }

    /// The public key of a key: an uncompressed point.
    var publicKey: [UInt8] { TPMTemplate.point(of: publicPart) }

    /// Registers as the chip selects them: 3 bytes, bit 0 of the first is register 0.
    static func map(of registers: [UInt8]) -> [UInt8] {
        var map: [UInt8] = [0, 0, 0]
        for register in registers { map[Int(register / 8)] |= UInt8(1) << (register % 8) }
        return map
    }

    private static func sized(_ part: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)] + part
    }

    static var damaged: KeychainError {
        KeychainError(
            .corrupt,
            reason: "What the TPM had sealed is damaged. Restore it from a backup."
        )
    }
}
