internal import PortableKeychain

/// A request of a program that administers the agent.
enum AdministrationCall: Sendable {
    case status
    case grants
    /// Forgets decisions about a program, about a group, or about both.
    case revoke(path: String?, group: String?)
    case log
    case questions
    /// Answers a question for which there was no way to ask the user.
    case answer(UInt64, Consent, passcode: SecretBytes?)
    /// Has the keychain used through the agent alone, or no longer.
    case exclusive(Bool, passcode: SecretBytes?)

    init(_ reader: inout ByteReader) throws(KeychainError) {
        switch try reader.integer(UInt8.self) {
        case 1: self = .status
        case 2: self = .grants
        case 3:
            let path = try reader.maybeText()
            self = .revoke(path: path, group: try reader.maybeText())
        case 4: self = .log
        case 5: self = .questions
        case 6:
            let number: UInt64 = try reader.integer()
            guard let consent = Consent(rawValue: try reader.integer()) else {
                throw Frame.malformed
            }
            self = .answer(number, consent, passcode: try reader.maybeSecret())
        case 7:
            let isOn = try reader.flag()
            self = .exclusive(isOn, passcode: try reader.maybeSecret())
        default: throw Frame.malformed
        }
    }

    func encode(into encoder: inout SecretEncoder) {
        switch self {
        case .status: encoder.integer(UInt8(1))
        case .grants: encoder.integer(UInt8(2))
        case .revoke(let path, let group):
            encoder.integer(UInt8(3))
            encoder.optional(path) { $0.text($1) }
            encoder.optional(group) { $0.text($1) }
        case .log: encoder.integer(UInt8(4))
        case .questions: encoder.integer(UInt8(5))
        case .answer(let number, let consent, let passcode):
            encoder.integer(UInt8(6))
            encoder.integer(number)
            encoder.integer(consent.rawValue)
            encoder.optional(passcode) { $0.sized($1) }
        case .exclusive(let isOn, let passcode):
            encoder.integer(UInt8(7))
            encoder.flag(isOn)
            encoder.optional(passcode) { $0.sized($1) }
        }
    }
}

/// The status of an agent.
package struct AgentStatus: Hashable, Sendable {
    /// The number of the agent's process.
    package var process: Int32
    /// The file of the keychain; `nil` for one in memory.
    package var keychain: String?
    /// Whether the keychain is locked.
    package var isLocked: Bool
    /// Whether the keychain is used through the agent alone.
    package var isExclusive: Bool
    /// The number of connected programs.
    package var clients: Int
    /// The number of questions that wait for an answer.
    package var questions: Int
    /// The file of the log; `nil` for none.
    package var log: String?
}

/// The user's decision about a program and an access group, which the agent remembers.
package struct Grant: Hashable, Sendable {
    /// The path of the executable.
    package var path: String
    /// The access group.
    package var group: String
    /// Whether the program may use the items of the group.
    package var isAllowed: Bool
}

/// A question for which there was no way to ask the user.
package struct OpenQuestion: Hashable, Sendable {
    /// Its number, which is not used again.
    package var number: UInt64
    /// The program, for people.
    package var program: String
    /// The access group.
    package var group: String
    /// Whether the answer can be remembered.
    package var canBeRemembered: Bool
}

/// The effect of an answer to an open question.
package enum AnswerEffect: UInt8, Sendable, CaseIterable {
    /// The program may use the group: its process still runs.
    case running = 1
    /// The program has ended, and may use the group when it is started again in the same way.
    case next = 2
    /// The decision is remembered.
    case remembered = 3
    /// The program is refused, and may ask again.
    case refused = 4
}

extension SecretEncoder {
    mutating func status(_ status: AgentStatus) {
        integer(status.process)
        optional(status.keychain) { $0.text($1) }
        flag(status.isLocked)
        flag(status.isExclusive)
        integer(UInt32(clamping: status.clients))
        integer(UInt32(clamping: status.questions))
        optional(status.log) { $0.text($1) }
    }

    mutating func grant(_ grant: Grant) {
        text(grant.path)
        text(grant.group)
        flag(grant.isAllowed)
    }

    mutating func question(_ question: OpenQuestion) {
        integer(question.number)
        text(question.program)
        text(question.group)
        flag(question.canBeRemembered)
    }
}

extension ByteReader {
    mutating func status() throws(KeychainError) -> AgentStatus {
        let process: Int32 = try integer()
        let keychain = try maybeText()
        let isLocked = try flag()
        let isExclusive = try flag()
        let clients = Int(try integer(UInt32.self))
        let questions = Int(try integer(UInt32.self))
        return AgentStatus(
            process: process,
            keychain: keychain,
            isLocked: isLocked,
            isExclusive: isExclusive,
            clients: clients,
            questions: questions,
            log: try maybeText()
        )
    }

    mutating func grant() throws(KeychainError) -> Grant {
        let (path, group) = (try text(), try text())
        return Grant(path: path, group: group, isAllowed: try flag())
    }

    mutating func question() throws(KeychainError) -> OpenQuestion {
        let number: UInt64 = try integer()
        let (program, group) = (try text(), try text())
        return OpenQuestion(
            number: number,
            program: program,
            group: group,
            canBeRemembered: try flag()
        )
    }
}
