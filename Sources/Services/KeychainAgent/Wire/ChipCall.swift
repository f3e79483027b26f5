internal import PortableKeychain

/// A client's request to the chip of the machine (agent-protocol.md §12).
enum ChipCall: Sendable {
    case seal(SecretBytes, registers: [UInt8], pin: SecretBytes?)
    case unseal(AgentSealedBlob, pin: SecretBytes?)

    /// The longest body of a message: a blob, a PIN, and the bytes around them.
    static let longestBody = 2048
    /// The longest PIN: a chip takes 128 bytes, and the agent puts some before it.
    static let longestPIN = 64
    private static let registerCount: UInt8 = 24

    init(_ reader: inout ByteReader) throws(KeychainError) {
        switch try reader.integer(UInt8.self) {
        case 1:
            let secret = try reader.secret()
            let registers = try reader.bytes()
            guard secret.count == AgentSealedBlob.secretLength,
                registers.allSatisfy({ $0 < Self.registerCount }),
                zip(registers, registers.dropFirst()).allSatisfy({ $0 < $1 })
            else { throw Frame.malformed }
            self = .seal(secret, registers: registers, pin: try reader.chipPIN())
        case 2:
            guard let blob = AgentSealedBlob(try reader.bytes()) else { throw Frame.malformed }
            self = .unseal(blob, pin: try reader.chipPIN())
        default: throw Frame.malformed
        }
        try reader.finish()
    }

    func encode(into encoder: inout SecretEncoder) {
        switch self {
        case .seal(let secret, let registers, let pin):
            encoder.integer(UInt8(1))
            encoder.sized(secret)
            encoder.bytes(registers)
            encoder.optional(pin) { $0.sized($1) }
        case .unseal(let blob, let pin):
            encoder.integer(UInt8(2))
            encoder.bytes(blob.encoded)
            encoder.optional(pin) { $0.sized($1) }
        }
    }

    /// The PIN in it.
    var pin: SecretBytes? {
        switch self {
        case .seal(_, _, let pin), .unseal(_, let pin): pin
        }
    }

    /// The verb, as the log has it.
    var name: String {
        switch self {
        case .seal: "seal"
        case .unseal: "unseal"
        }
    }

    /// Whether the chip compares a PIN, and counts it if it is wrong.
    var comparesPIN: Bool { if case .unseal(_, .some) = self { true } else { false } }
}

extension ByteReader {
    fileprivate mutating func chipPIN() throws(KeychainError) -> SecretBytes? {
        let pin = try optional { reader throws(KeychainError) in try reader.secret() }
        guard pin.map({ 1...ChipCall.longestPIN ~= $0.count }) ?? true else {
            throw Frame.malformed
        }
        return pin
    }
}
