internal import PortableKeychain

/// A client's request about the keychain as a whole (``ManagedKeeper``).
enum ManagedCall: Sendable {
    case lockState
    case hasPasscode
    case sharesUnlocking
    case changeMark
    case lock
    case lockAfter(Duration?)
    case unlock(SecretBytes, for: Duration?)
    case canAuthenticate(AccessControl.Constraints, ContextState)
    case authenticate(AccessControl.Constraints, ContextState, reason: String)

    init(_ reader: inout ByteReader) throws(KeychainError) {
        switch try reader.integer(UInt8.self) {
        case 1: self = .lockState
        case 2: self = .hasPasscode
        case 3: self = .sharesUnlocking
        case 4: self = .changeMark
        case 5: self = .lock
        case 6: self = .lockAfter(try reader.duration())
        case 7:
            let passcode = try reader.secret()
            self = .unlock(passcode, for: try reader.duration())
        case 8:
            let constraints = AccessControl.Constraints(rawValue: try reader.integer())
            self = .canAuthenticate(constraints, try ContextState(&reader))
        case 9:
            let constraints = AccessControl.Constraints(rawValue: try reader.integer())
            let context = try ContextState(&reader)
            self = .authenticate(constraints, context, reason: try reader.text())
        default: throw Frame.malformed
        }
    }

    func encode(into encoder: inout SecretEncoder) {
        switch self {
        case .lockState: encoder.integer(UInt8(1))
        case .hasPasscode: encoder.integer(UInt8(2))
        case .sharesUnlocking: encoder.integer(UInt8(3))
        case .changeMark: encoder.integer(UInt8(4))
        case .lock: encoder.integer(UInt8(5))
        case .lockAfter(let duration):
            encoder.integer(UInt8(6))
            encoder.duration(duration)
        case .unlock(let passcode, let duration):
            encoder.integer(UInt8(7))
            encoder.sized(passcode)
            encoder.duration(duration)
        case .canAuthenticate(let constraints, let context):
            encoder.integer(UInt8(8))
            encoder.integer(constraints.rawValue)
            context.encode(into: &encoder)
        case .authenticate(let constraints, let context, let reason):
            encoder.integer(UInt8(9))
            encoder.integer(constraints.rawValue)
            context.encode(into: &encoder)
            encoder.text(reason)
        }
    }
}

extension SecretEncoder {
    /// Whole seconds; fractions have no meaning in any call.
    fileprivate mutating func duration(_ duration: Duration?) {
        optional(duration) { $0.integer($1.wholeSeconds) }
    }
}

extension ByteReader {
    fileprivate mutating func duration() throws(KeychainError) -> Duration? {
        try optional { r throws(KeychainError) in .seconds(try r.integer(Int64.self)) }
    }
}
