/// The public parts of the objects that this library makes, as the chip encodes them (TPMT_PUBLIC,
/// TPM 2.0 Library, part 2, 12.2.4).
///
/// They are compared as bytes, so that no other object is ever loaded: one of another kind could
/// have weaker rules.
struct TPMTemplate {
    /// All bytes before the policy.
    private let head: [UInt8]
    private let hasPolicy: Bool
    /// The bytes between the policy and those that the chip fills in.
    private let parameters: [UInt8]
    /// The lengths of the fields that the chip fills in.
    private let unique: [Int]

    /// SHA-256, which names objects: TPM_ALG_SHA256.
    static let nameHash: [UInt8] = [0x00, 0x0B]
    private static let none: [UInt8] = [0x00, 0x10]
    private static let p256: [UInt8] = [0x00, 0x03]
    private static let ecc: [UInt8] = [0x00, 0x23]
    private static let keyedHash: [UInt8] = [0x00, 0x08]
    private static let coordinate = 32

    // TPMA_OBJECT: fixedTPM and fixedParent for all objects.
    private static let fixed: UInt32 = 0x12
    private static let sensitiveDataOrigin: UInt32 = 0x20
    private static let userWithAuth: UInt32 = 0x40
    private static let noDictionaryAttack: UInt32 = 0x400
    private static let restricted: UInt32 = 0x1_0000
    private static let decrypt: UInt32 = 0x2_0000
    private static let sign: UInt32 = 0x4_0000

    private init(
        type: [UInt8],
        attributes: UInt32,
        hasPolicy: Bool,
        parameters: [UInt8],
        unique: [Int]
    ) {
        let attributes = (0..<4).map { UInt8(truncatingIfNeeded: attributes >> (24 - 8 * $0)) }
        head = type + Self.nameHash + attributes
        self.hasPolicy = hasPolicy
        self.parameters = parameters
        self.unique = unique
    }

    /// The template of an object.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the object.
    ///   - hasPolicy: Whether it requires the values of registers, besides a PIN.
    init(_ kind: TPMBlob.Kind, hasPolicy: Bool) {
        switch kind {
        case .key:
            // Its authorization is not a PIN that could be guessed, so wrong ones are not counted.
            self.init(
                type: Self.ecc,
                attributes: Self.fixed | Self.sensitiveDataOrigin | Self.userWithAuth
                    | Self.noDictionaryAttack | Self.decrypt | Self.sign,
                hasPolicy: false,
                parameters: Self.none + Self.none + Self.p256 + Self.none,
                unique: [Self.coordinate, Self.coordinate]
            )
        case .secret, .secretWithPIN:
            self.init(
                type: Self.keyedHash,
                attributes: Self.fixed | (hasPolicy ? 0 : Self.userWithAuth)
                    | (kind == .secretWithPIN ? 0 : Self.noDictionaryAttack),
                hasPolicy: hasPolicy,
                parameters: Self.none,
                unique: [32]
            )
        }
    }

    /// The standard's storage root key for P-256 (TCG TPM v2.0 Provisioning Guidance, 7.5.1): all
    /// programs of a machine derive the same one, from a seed of the chip.
    static let storageRoot = TPMTemplate(
        type: ecc,
        attributes: fixed | sensitiveDataOrigin | userWithAuth | noDictionaryAttack | restricted
            | decrypt,
        hasPolicy: false,
        // AES-128 in CFB mode for its children.
        parameters: [0x00, 0x06, 0x00, 0x80, 0x00, 0x43] + none + p256 + none,
        unique: [coordinate, coordinate]
    )

    /// The public part for making an object: the fields that the chip fills in are zeroes in the
    /// storage root key, as the standard says, and empty in others.
    ///
    /// - Parameters:
    ///   - policy: The policy's digest; empty for none.
    ///   - zeroed: Whether it is the storage root key.
    /// - Returns: The encoded public part.
    func creation(policy: [UInt8] = [], zeroed: Bool = false) -> [UInt8] {
        let filled = unique.flatMap { length in
            zeroed ? Self.sized([UInt8](repeating: 0, count: length)) : Self.sized([])
        }
        return head + Self.sized(policy) + parameters + filled
    }

    /// Whether the chip could have made this public part from this template.
    func fits(_ part: [UInt8]) -> Bool {
        var expected = head + [0, hasPolicy ? 32 : 0]
        guard part.starts(with: expected) else { return false }
        expected += part.dropFirst(expected.count).prefix(hasPolicy ? 32 : 0) + parameters
        for length in unique {
            expected += [0, UInt8(length)]
            expected += part.dropFirst(expected.count).prefix(length)
        }
        return part == expected && part.count == length
    }

    private var length: Int {
        head.count + 2 + (hasPolicy ? 32 : 0) + parameters.count
            + unique.reduce(0) { $0 + 2 + $1 }
    }

    /// The point of a key, uncompressed.
    static func point(of part: [UInt8]) -> [UInt8] {
        [4] + part.suffix(2 * coordinate + 2).prefix(coordinate) + part.suffix(coordinate)
    }

    private static func sized(_ part: [UInt8]) -> [UInt8] { [0, UInt8(part.count)] + part }
}
