import Foundation
import KeychainLibC
import KeychainTesting
import Synchronization
@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// An agent on a keychain in memory, and programs that reach it over real sockets.
final class AgentStage: Sendable {
    let service: AgentService
    let keychain: Keychain
    let asker: ScriptedConsent
    let clock = Moment()

    /// - Parameters:
    ///   - keychain: The keychain; an empty one by default.
    ///   - replies: The user's answers.
    ///   - executable: The file that the kernel says programs of the test run.
    ///   - hasEnded: Whether the kernel no longer knows the programs, nor what started them.
    ///   - log: The log of accesses.
    ///   - retention: The place of the process's unlocked keys.
    ///   - longestFile: The number of bytes in use from which on the keychain takes nothing more.
    ///   - features: The features of the agent.
    ///   - reopen: Opens the keychain again after its file was replaced.
    /// - Throws: Any error of making the keychain.
    init(
        _ keychain: Keychain? = nil,
        saying replies: [ScriptedConsent.Reply] = [],
        as executable: ProcessFacts.Executable? = .trusted,
        hasEnded: Bool = false,
        log: AccessLog? = nil,
        retention: AgentRetention? = nil,
        longestFile: Int? = nil,
        features: AgentFeatures = .all,
        reopen: (@Sendable () throws(KeychainError) -> Keychain)? = nil
    ) throws {
        self.keychain = try keychain ?? .inMemory(Keychain.Configuration())
        asker = ScriptedConsent(replies)
        var surroundings = AgentService.Surroundings(
            asker: asker,
            log: log,
            retention: retention,
            now: { [clock] in clock.now }
        )
        surroundings.facts = { process in
            ProcessFacts(of: process).map { facts in
                var facts = facts
                facts.executable = executable
                // More than Linux has (proc_sys_kernel(5), pid_max).
                if hasEnded { facts.process = 1 << 23 }
                return facts
            }
        }
        surroundings.reopen = reopen
        surroundings.declaration = { path, _ in path == "/usr/bin/git" ? path : nil }
        service = try AgentService(
            self.keychain,
            surroundings,
            longestFile: longestFile,
            features: features
        )
    }

    /// A new program's connection.
    func line() -> AgentLine {
        AgentLine("the test") { [service] in
            let (client, server) = Self.pair()
            Thread.detachNewThread {
                service.serve(server)
                close(server)
            }
            return client
        }
    }

    func keeper(_ groups: [String] = ["app"]) -> AgentKeeper {
        AgentKeeper(line(), groups: AccessGroups(groups))
    }

    /// A new program that asks for a history.
    func keychain(_ groups: [String] = ["app"]) -> Keychain {
        let caller = Keychain.AgentCaller(AccessGroups(groups), keepsHistory: true)
        return Keychain(keeper: AgentKeeper(line(), caller))
    }

    static func pair() -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
        return (ends[0], ends[1])
    }
}

/// A time that a test moves.
final class Moment: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func pass(_ duration: Duration) { time.withLock { $0 += duration } }
}

/// A user who decides as a script says, and then not at all.
final class ScriptedConsent: ConsentAsker {
    enum Reply: Sendable {
        case says(Consent)
        case notNow
        case absent
    }

    private struct State {
        var replies: [Reply]
        var questions: [ConsentQuestion] = []
        var programs: [AskingProgram?] = []
    }

    private let state: Mutex<State>

    init(_ replies: [Reply]) { state = Mutex(State(replies: replies)) }

    var questions: [ConsentQuestion] { state.withLock { $0.questions } }
    /// The programs for which the user was asked.
    var programs: [AskingProgram?] { state.withLock { $0.programs } }

    func reply(_ replies: [Reply]) { state.withLock { $0.replies = replies } }

    func consent(to question: ConsentQuestion) throws(KeychainError) -> Consent {
        let reply = state.withLock { state in
            state.questions.append(question)
            state.programs.append(AskingProgram.current)
            return state.replies.isEmpty ? Reply.absent : state.replies.removeFirst()
        }
        switch reply {
        case .says(let consent): return consent
        case .notNow: throw KeychainError(.userCanceled)
        case .absent: throw KeychainError(.authenticationRequired)
        }
    }
}

/// A user who allows everything.
struct Generous: ConsentAsker {
    func consent(to question: ConsentQuestion) throws(KeychainError) -> Consent { .once }
}

extension ProcessFacts.Executable {
    /// A program that root installed.
    static let trusted = ProcessFacts.Executable(
        path: "/usr/bin/git",
        device: 1,
        inode: 2,
        owner: 0,
        mode: 0o100755
    )

    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

func secret(_ text: String) -> SecretBytes { SecretBytes(utf8: text) }

extension ItemRequest {
    static func add(_ account: String, group: String? = nil) -> ItemRequest {
        ItemRequest(
            .add,
            itemClass: .genericPassword,
            attributes: attributes(account, group),
            secret: SecretBytes(utf8: "of " + account)
        )
    }

    static func find(_ account: String, group: String? = nil) -> ItemRequest {
        ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: attributes(account, group),
            returning: [.data, .attributes]
        )
    }

    private static func attributes(_ account: String, _ group: String?) -> ItemAttributes {
        var attributes: ItemAttributes = [.account: .string(account), .service: .string("s")]
        attributes[.accessGroup] = group.map { .string($0) }
        return attributes
    }
}

extension ItemKeeper {
    /// The result of a request: the payload, or the name of an error.
    func outcome(_ request: ItemRequest) -> String {
        do throws(KeychainError) {
            return try perform(request).items.first?.secret?.string() ?? "done"
        } catch {
            return error.code.name
        }
    }
}
