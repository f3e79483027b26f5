import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization
import Testing

@testable import KeychainSecretService

/// A bus in memory with the service on it, over keychains in memory.
final class FakeBus {
    static let root = "/org/freedesktop/secrets"
    static let aliasOfDefault = root + "/aliases/default"
    private static let secrets = "org.freedesktop.Secret."

    let shelf: MemoryShelf
    let user = ScriptedAuthenticator()
    /// Like keychaind after it was started again: everything in memory is gone.
    private(set) var service: SecretService
    private(set) var signals: [BusSignal] = []
    /// The replies that came later, by the names of the calls.
    private(set) var outcomes: [String: PortalOutcome] = [:]
    private var questions: [PromptQuestion] = []

    init() throws {
        shelf = MemoryShelf(user)
        service = SecretService(shelf.shelf, authenticator: user)
    }

    func restart(_ surroundings: SecretService.Surroundings = SecretService.Surroundings()) {
        service = SecretService(shelf.shelf, authenticator: user, surroundings)
    }

    /// Calls a method; `interface` without the common prefix.
    func call(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [BusValue] = [],
        from sender: String = ":1.1"
    ) throws(BusFailure) -> [BusValue] {
        let reply = try send(path, interface, member, body, from: sender)
        return if case .values(let values) = reply { values } else { [] }
    }

    /// Calls a method whose values may come later, as the portal of the desktop or as another program.
    func send(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [BusValue],
        from sender: String,
        isFromPortal: Bool = false
    ) throws(BusFailure) -> BusReply {
        let name = interface.contains(".") ? interface : Self.secrets + interface
        let call = BusCall(
            sender: sender,
            path: path,
            interface: name,
            member: member,
            body: body,
            isFromPortal: isFromPortal
        )
        let answer = service.answer(call)
        take(answer)
        return try answer.reply.get()
    }

    /// Locks all keychains, as when the user leaves.
    func lockAll() { take(service.lockAll()) }

    /// Ends all prompts, as before the process ends.
    func dismissPrompts() { take(service.dismissPrompts()) }

    /// Has the user answer the open questions.
    ///
    /// - Parameter meanwhile: The events between an answer and its outcome.
    func answerQuestions(_ meanwhile: () -> Void = {}) {
        while !questions.isEmpty {
            let question = questions.removeFirst()
            let outcome = question.work()
            meanwhile()
            take(service.finish(question.prompt, outcome))
        }
    }

    /// The number of questions that the user is asked at once.
    var questionCount: Int { questions.count }

    var isAsking: Bool { !questions.isEmpty }

    private func take(_ answer: BusAnswer) {
        signals += answer.signals
        for (call, outcome) in answer.announced { outcomes[call] = outcome }
        if let question = answer.question { questions.append(question) }
    }

    /// The signals since the last look, as `Interface.Member`.
    func heard() -> [String] {
        defer { signals = [] }
        return signals.map { signal in
            let interface = signal.interface.split(separator: ".").last ?? ""
            return "\(interface).\(signal.member)"
        }
    }

    /// The values that the signals since the last look tell of properties: the path, and the names in order.
    ///
    /// A name without a new value has a minus sign before it.
    func changes() -> [String] {
        defer { signals = [] }
        return signals.filter { $0.member == "PropertiesChanged" }.map { signal in
            let names = (signal.body[1].elements ?? []).compactMap { entry -> String? in
                if case .entry(.text(let name), _) = entry { name } else { nil }
            }
            let gone = (signal.body[2].elements ?? []).compactMap(\.asText).map { "-" + $0 }
            return signal.path + " " + (names + gone).joined(separator: " ")
        }
    }

    // MARK: Calls of programs

    func open(from sender: String = ":1.1") throws -> String {
        let body: [BusValue] = [.text("plain"), .variant(.text(""))]
        let reply = try call(Self.root, "Service", "OpenSession", body, from: sender)
        return try #require(reply.last?.asPath)
    }

    @discardableResult
    func store(
        _ secret: String,
        _ attributes: SearchAttributes,
        label: String = "a label",
        replaces: Bool = true,
        in collection: String = aliasOfDefault,
        session: String
    ) throws -> String {
        let properties: [(String, BusValue)] = [
            (Self.secrets + "Item.Label", .text(label)),
            (Self.secrets + "Item.Attributes", .dictionary(attributes)),
        ]
        let body: [BusValue] = [
            .list(
                of: "{sv}",
                properties.map { .entry(.text($0.0), .variant($0.1)) }
            ),
            .secret(secret, session), .flag(replaces),
        ]
        let reply = try call(collection, "Collection", "CreateItem", body)
        #expect(reply.last?.asPath == "/")
        return try #require(reply.first?.asPath)
    }

    func search(
        _ attributes: SearchAttributes,
        from sender: String = ":1.1"
    ) throws -> (unlocked: [String], locked: [String]) {
        let body = [BusValue.dictionary(attributes)]
        let reply = try call(Self.root, "Service", "SearchItems", body, from: sender)
        return (reply.first?.asPaths ?? [], reply.last?.asPaths ?? [])
    }

    func read(_ path: String, session: String) throws -> String? {
        let reply = try call(path, "Item", "GetSecret", [.path(session)])
        guard case .group(let parts) = reply.first, case .bytes(let value) = parts[2] else {
            return nil
        }
        return value.string()
    }

    func property(_ path: String, _ interface: String, _ name: String) throws -> BusValue? {
        let body: [BusValue] = [.text(Self.secrets + interface), .text(name)]
        let reply = try call(path, "org.freedesktop.DBus.Properties", "Get", body)
        guard case .variant(let value) = reply.first else { return nil }
        return value
    }

    /// Unlocks paths; returns the prompt, or `nil` if none is needed.
    func unlock(_ paths: [String], from sender: String = ":1.1") throws -> String? {
        let body = [BusValue.list(of: "o", paths.map { .path($0) })]
        let reply = try call(Self.root, "Service", "Unlock", body, from: sender)
        let prompt = try #require(reply.last?.asPath)
        return prompt == "/" ? nil : prompt
    }
}

/// Keychains in memory, by name.
final class MemoryShelf: Sendable {
    private let keychains = Mutex<[[UInt8]: Keychain]>([:])
    private let damaged = Mutex<Set<String>>([])
    let configuration: Keychain.Configuration
    static let passcode = SecretBytes(utf8: "1234")

    /// - Parameter user: The user whom the keychains themselves ask.
    init(_ user: any Authenticator) {
        var configuration = Keychain.Configuration(applicationIdentifier: "test")
        if let cheap = try? PasscodeHashing(rounds: 1 << 10, blockSize: 8, parallelism: 1) {
            configuration.passcodeHashing = cheap
        }
        configuration.authenticator = user
        self.configuration = configuration
    }

    var shelf: KeychainShelf {
        KeychainShelf(
            configuration: configuration,
            standard: { "default" },
            names: {
                self.keychains.withLock { keychains in
                    keychains.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
                }
            },
            open: { name throws(KeychainError) in
                guard !self.damaged.withLock({ $0.contains(name) }) else {
                    throw KeychainError(.corrupt)
                }
                return try self.keychain(name)
            },
            create: { name, passcode throws(KeychainError) in
                let keychain = try self.keychain(name)
                if let passcode { try keychain.setPasscode(passcode) }
                return keychain
            }
        )
    }

    /// Makes a keychain that cannot be opened.
    func damage(_ name: String) throws(KeychainError) {
        _ = try keychain(name)
        damaged.withLock { _ = $0.insert(name) }
    }

    /// Has a keychain fail as the faults say.
    func put(_ faults: KeychainFaults, on name: String = "default") throws(KeychainError) {
        let faulty = FaultyKeeper(inner: try keychain(name), faults: faults)
        keychains.withLock { $0[Array(name.utf8)] = Keychain(keeper: faulty) }
    }

    /// Forgets a keychain, as if its file was removed.
    func forget(_ name: String = "default") {
        keychains.withLock { $0[Array(name.utf8)] = nil }
    }

    func keychain(_ name: String = "default") throws(KeychainError) -> Keychain {
        if let known = keychains.withLock({ $0[Array(name.utf8)] }) { return known }
        let made = try Keychain.inMemory(configuration)
        keychains.withLock { $0[Array(name.utf8)] = made }
        return made
    }
}

extension BusValue {
    static func dictionary(_ values: SearchAttributes) -> BusValue {
        .texts(values)
    }

    static func secret(_ text: String, _ session: String) -> BusValue {
        .group([
            .path(session), .bytes(SecretBytes([UInt8]())), .bytes(SecretBytes(utf8: text)),
            .text("text/plain"),
        ])
    }

    var asPath: String? { if case .path(let path) = self { path } else { nil } }
    var asText: String? { if case .text(let text) = self { text } else { nil } }
    var asFlag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var asPaths: [String]? {
        guard case .list("o", let elements) = self else { return nil }
        return elements.compactMap(\.asPath)
    }
    var asDictionary: SearchAttributes { texts ?? [:] }
}

/// The faults that a disk, or another process, has left in a keychain.
final class KeychainFaults: Sendable {
    private let names = Mutex<Set<String>>([])
    private let gone = Mutex(false)
    private let rivaled = Mutex(false)

    /// Whether the keychain was removed.
    var isGone: Bool { gone.withLock { $0 } }

    /// Damages the secret of an item, by its name in a path, until it gets another one.
    func damage(_ path: String) {
        guard case .item(_, let name) = SecretPath(path) else { return }
        names.withLock { _ = $0.insert(name) }
    }

    func remove() { gone.withLock { $0 = true } }

    /// Has another process store each item first that has a name with the next number, or without one.
    func addRival() { rivaled.withLock { $0 = true } }

    func isRivaled(_ step: ItemStep) -> Bool {
        guard rivaled.withLock({ $0 }), case .add = step.request.verb,
            case .string(let name) = step.request.attributes[.account]
        else { return false }
        let number = name.split(separator: "_").dropFirst().first
        return number.map { Int($0) ?? 0 < 1000 } ?? true
    }

    func isDamaged(_ request: ItemRequest) -> Bool {
        guard case .string(let name) = request.attributes[.account],
            request.returning.contains(.data)
        else { return false }
        return names.withLock { $0.contains(name) }
    }

    /// Takes in a change.
    func follow(_ request: ItemRequest) {
        guard case .update = request.verb, case .string(let name) = request.attributes[.account]
        else { return }
        names.withLock { _ = $0.remove(name) }
    }
}

/// A keychain with faults.
private struct FaultyKeeper: ManagedKeeper {
    let inner: Keychain
    let faults: KeychainFaults

    var accessGroups: AccessGroups { inner.accessGroups ?? AccessGroups([]) }

    var lockState: LockState {
        get throws(KeychainError) {
            guard !faults.isGone else { throw KeychainError(.noSuchKeychain) }
            return try inner.lockState
        }
    }

    var changeMark: [UInt8] { get throws(KeychainError) { try inner.changeMark } }

    func withAccessGroups(_ groups: AccessGroups) throws(KeychainError) -> any ItemKeeper {
        FaultyKeeper(inner: try inner.withAccessGroups(groups.names), faults: faults)
    }

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        guard !faults.isDamaged(request) else { throw KeychainError(.corrupt) }
        return try inner.perform(request)
    }

    func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        if steps.contains(where: { faults.isRivaled($0) }) {
            _ = try inner.performTogether(steps)
        }
        let answers = try inner.performTogether(steps)
        for step in steps { faults.follow(step.request) }
        return answers
    }
}
