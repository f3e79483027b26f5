@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// One way in which the agent and its clients read each other; the fuzzers and `CorpusTests` drive
/// it.
enum CallReader: String, CaseIterable, Sendable {
    /// The kind and the body of a client's message.
    case agentCall
    /// The body of a request for the chip.
    case chipCall
    /// The body of an answer to a request.
    case agentAnswer
    /// The body of an answer about the history: 1 versions, 2 a change, 3 what is kept.
    case agentHistory
    /// The body of a failure.
    case agentFailure
    /// A line of the kernel about a process that chooses its own name.
    case processLine
    /// The address from which systemd asks for a credential, which any process can choose.
    case credentialAddress

    /// Reads bytes, and writes the result again: that is read as the same.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .agentCall:
            guard let first = bytes.first, let kind = Frame.Kind(rawValue: first),
                let call = Self.call(kind, Array(bytes.dropFirst()))
            else { return false }
            if case .perform(let view, let request) = call {
                let written = Self.written(view, request)
                guard let written, case .perform(_, let again) = Self.call(kind, written) else {
                    preconditionFailure("a request is not read again")
                }
                precondition(Self.written(view, again) == written, "a request has changed")
            }
            if case .history(let view, let work) = call {
                let written = Self.written(view, work)
                guard let written, case .history(_, let again) = Self.call(kind, written) else {
                    preconditionFailure("a message about the history is not read again")
                }
                precondition(Self.written(view, again) == written, "a message has changed")
            }
            return true
        case .chipCall:
            return bytes.withUnsafeBytes { body in
                var reader = ByteReader(body)
                guard let call = try? ChipCall(&reader) else { return false }
                var encoder = SecretEncoder()
                call.encode(into: &encoder)
                let again = encoder.finished().withUnsafeBytes { Array($0) }
                precondition(again == bytes, "a request is written as another one")
                return true
            }
        case .agentAnswer:
            return bytes.withUnsafeBytes { bytes in
                var reader = ByteReader(bytes)
                guard let answer = try? reader.answer() else { return false }
                var encoder = SecretEncoder()
                precondition((try? encoder.answer(answer)) != nil, "an answer is not written")
                return reader.remaining == 0
            }
        case .agentHistory: return Self.readHistory(bytes)
        case .agentFailure:
            return bytes.withUnsafeBytes { bytes in
                var reader = ByteReader(bytes)
                guard let error = try? reader.error() else { return false }
                _ = "\(error)"
                return reader.remaining == 0
            }
        case .credentialAddress:
            guard let request = CredentialRequest(address: bytes) else { return false }
            let words = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1)
            let again = "unit/\(request.unit.text)/\(request.name)"
            precondition(words[1].elementsEqual(again.utf8), "a request is read as another one")
            return true
        case .processLine: return KernelProcess(line: bytes[...]) != nil
        }
    }

    private static func readHistory(_ bytes: [UInt8]) -> Bool {
        bytes.dropFirst().withUnsafeBytes { body in
            var reader = ByteReader(body)
            var encoder = SecretEncoder()
            do throws(KeychainError) {
                switch bytes.first {
                case 1:
                    encoder.list(try reader.list { r throws(KeychainError) in try r.version() }) {
                        $0.version($1)
                    }
                case 2:
                    let change = try reader.optional { r throws(KeychainError) in try r.change() }
                    encoder.optional(change) { $0.change($1) }
                case 3: encoder.policy(try reader.policy())
                default: return false
                }
            } catch {
                return false
            }
            precondition(encoder.count > 0, "an answer is not written")
            return reader.remaining == 0
        }
    }

    static func call(_ kind: Frame.Kind, _ body: [UInt8]) -> ClientCall? {
        // Contexts are kept, so that they are written again.
        let reader = RequestReader { state throws(KeychainError) in
            let context = AuthenticationContext()
            context.reason = state.reason
            return context
        }
        return body.withUnsafeBytes { try? ClientCall(kind, $0, reader) }
    }

    private static func written(_ view: UInt32, _ work: HistoryCall) -> [UInt8]? {
        var encoder = SecretEncoder()
        encoder.integer(view)
        guard
            (try? RequestWriter(number: { _ in 1 }, asksForPages: true).write(work, into: &encoder))
                != nil
        else { return nil }
        return encoder.finished().withUnsafeBytes { Array($0) }
    }

    private static func written(_ view: UInt32, _ request: ItemRequest) -> [UInt8]? {
        var encoder = SecretEncoder()
        encoder.integer(view)
        guard
            (try? RequestWriter(number: { _ in 1 }, asksForPages: true).write(
                request,
                into: &encoder
            )) != nil
        else {
            return nil
        }
        return encoder.finished().withUnsafeBytes { Array($0) }
    }
}
