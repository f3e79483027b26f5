@_spi(Keepers) internal import PortableKeychain

/// A request of a client about the history of items (``VersionedKeeper``, agent-protocol.md §13).
enum HistoryCall: Sendable {
    case policy
    case setPolicy(HistoryPolicy?)
    case versions
    case secret(version: [UInt8], ItemRequest)
    case restore(version: [UInt8])
    case lastChange(mayAsk: Bool)
    case undo(change: [UInt8])
    case purge(ItemRequest)
    case forget(versions: [[UInt8]]?)

    /// The length of the identifiers of versions and changes.
    static let identifierLength = 16
}

extension HistoryCall {
    /// Reads a message after its view.
    ///
    /// - Throws: ``KeychainError/Code/corrupt``, which ``Frame/reading(_:)`` replaces.
    init(_ reader: inout ByteReader, _ requests: RequestReader) throws(KeychainError) {
        switch try reader.integer(UInt8.self) {
        case 1: self = .policy
        case 2:
            self = .setPolicy(try reader.optional { r throws(KeychainError) in try r.policy() })
        case 3: self = .versions
        case 4:
            let version = try reader.identifier()
            self = .secret(version: version, try requests.request(&reader))
        case 5: self = .restore(version: try reader.identifier())
        case 6: self = .lastChange(mayAsk: try reader.flag())
        case 7: self = .undo(change: try reader.identifier())
        case 8: self = .purge(try requests.request(&reader))
        case 9:
            self = .forget(
                versions: try reader.optional { r throws(KeychainError) in
                    try r.list { r throws(KeychainError) in try r.identifier() }
                }
            )
        default: throw Frame.malformed
        }
    }
}

extension RequestWriter {
    /// Writes a message after its view.
    func write(_ call: HistoryCall, into encoder: inout SecretEncoder) throws(KeychainError) {
        encoder.integer(call.code)
        switch call {
        case .setPolicy(let policy): encoder.optional(policy) { $0.policy($1) }
        case .policy, .versions: break
        case .secret(let version, let request):
            encoder.raw(version)
            try write(request, into: &encoder)
        case .restore(let id), .undo(let id): encoder.raw(id)
        case .lastChange(let mayAsk): encoder.flag(mayAsk)
        case .purge(let request): try write(request, into: &encoder)
        case .forget(let versions):
            encoder.optional(versions) { encoder, versions in
                encoder.list(versions) { $0.raw($1) }
            }
        }
    }
}

extension HistoryCall {
    /// The number of the message.
    fileprivate var code: UInt8 {
        switch self {
        case .policy: 1
        case .setPolicy: 2
        case .versions: 3
        case .secret: 4
        case .restore: 5
        case .lastChange: 6
        case .undo: 7
        case .purge: 8
        case .forget: 9
        }
    }

    /// Whether it changes nothing more if it is done twice.
    var isRepeatable: Bool {
        switch self {
        case .policy, .setPolicy, .versions, .secret, .lastChange, .forget: true
        case .restore, .undo, .purge: false
        }
    }
}

extension SecretEncoder {
    mutating func policy(_ policy: HistoryPolicy) {
        integer(policy.seconds)
        integer(UInt32(clamping: policy.versions))
    }
}

extension ByteReader {
    /// The policy of the history; a number outside of its bounds counts as the nearest one.
    mutating func policy() throws(KeychainError) -> HistoryPolicy {
        let seconds: UInt32 = try integer()
        let versions: UInt32 = try integer()
        guard seconds > 0, versions > 0 else { return .none }
        return .kept(for: .seconds(Int64(seconds)), versions: Int(versions))
    }

    /// The identifier of a version or of a change.
    mutating func identifier() throws(KeychainError) -> [UInt8] {
        try array(HistoryCall.identifierLength)
    }
}
