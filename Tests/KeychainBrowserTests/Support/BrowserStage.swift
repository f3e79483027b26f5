import KeychainPasskeys
import KeychainTesting
@_spi(Keepers) import PortableKeychain
import Synchronization

@testable import KeychainBrowser
@testable import SafeText

/// A keychain in memory, a user who answers questions, the host, and the side of the extension.
final class BrowserStage {
    let keychain: Keychain
    let user: StagedUser
    let service: BrowserService
    let addOn: StagedExtension
    private let time: StagedTime

    init(
        saying answers: [BrowserConsent] = [],
        passcode: String? = nil,
        typing typed: [String] = [],
        rules: DomainRules = DomainTests.rules,
        token: (any SecurityToken)? = nil,
        isConnected: Bool = true
    ) throws {
        let user = StagedUser(answers, typed)
        var configuration = Keychain.Configuration(
            applicationIdentifier: AccessGroups.tool,
            accessGroups: ["*"]
        )
        configuration.authenticator = user
        configuration.unlocksOnDemand = true
        configuration.token = token
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        let keychain = try Keychain.inMemory(configuration)
        if let passcode { try keychain.setPasscode(SecretBytes(utf8: passcode)) }
        (self.keychain, self.user) = (keychain, user)
        let time = StagedTime()
        self.time = time
        service = BrowserService(
            BrowserSurroundings(
                open: { _ in keychain },
                keychain: "default",
                identity: "/default",
                browser: "Firefox",
                asker: user,
                rules: rules,
                tools: Self.tools,
                now: { time.now }
            )
        )
        addOn = StagedExtension(service)
        if isConnected { try connect() }
    }

    /// Lets time pass.
    func wait(_ duration: Duration) { time.move(duration) }

    static let tools = BrowserTools(
        password: { SecretBytes(utf8: "made up") },
        codeKind: "one-time password",
        code: { secret in
            SecretText.copy(secret)?.hasPrefix("counted") == true
                ? nil : SecretText.joined([.text("code of "), .secret(secret)])
        },
        folder: { $0.hasPrefix("Folder: ") ? String($0.dropFirst(8)) : "" },
        comment: { $0.isEmpty ? "" : "Folder: \($0)" }
    )

    /// Connects the browser without a question.
    private func connect() throws {
        addOn.exchangeKeys()
        let records = BrowserRecords(try keychain.withAccessGroups([BrowserRecords.group]))
        _ = try records.connect("Firefox", SecretBytes(StagedExtension.identity))
        _ = addOn.ask(
            "test-associate",
            ["id": "Firefox", "key": BrowserAnswer.text(StagedExtension.identity)]
        )
    }

    /// Stores an item as the tool does.
    func store(
        _ password: String,
        account: String = "ann",
        server: String = "example.com",
        _ more: ItemAttributes = [.networkProtocol: .string("htps")]
    ) throws {
        var attributes = more
        attributes[.account] = .string(account)
        attributes[.server] = .string(server)
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .internetPassword,
                attributes: attributes,
                secret: SecretBytes(utf8: password)
            )
        )
    }

    /// The accounts and passwords that a page gets, in their order; or the number of the error.
    func fill(_ url: String, submit: String? = nil, httpAuth: Bool = false) -> String {
        var members = ["url": url]
        members["submitUrl"] = submit
        if httpAuth { members["httpAuth"] = "true" }
        let answer = addOn.ask("get-logins", members)
        guard let entries = answer.message?["entries"].elements else { return answer.fault }
        return entries.map { "\($0["login"].string) \($0["password"].string)" }
            .joined(separator: ", ")
    }

    /// The items of websites in the keychain: account, place and password.
    func stored() throws -> [String] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .internetPassword,
            limit: .all,
            returning: [.attributes, .data]
        )
        return try keychain.answer(to: search)?.items.map { item in
            let text = { (key: AttributeKey) in
                switch item.attributes?[key] {
                case .string(let text): text
                case .number(let number): number == 0 ? "" : String(number)
                default: ""
                }
            }
            let password = item.secret.flatMap(SecretText.copy) ?? ""
            return [text(.account), text(.networkProtocol), text(.server), text(.port), password]
                .filter { !$0.isEmpty }.joined(separator: " ")
        } ?? []
    }
}

/// A clock that tests move.
final class StagedTime: Sendable {
    private let instant = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func move(_ duration: Duration) { instant.withLock { $0 += duration } }
}

/// A user who gives answers in their order, and then is not there.
final class StagedUser: BrowserAsker, Authenticator {
    private let answers: Mutex<[BrowserConsent]>
    private let typed: Mutex<[String]>
    private let asked = Mutex<[String]>([])

    init(_ answers: [BrowserConsent], _ typed: [String]) {
        self.answers = Mutex(answers)
        self.typed = Mutex(typed)
    }

    /// The questions, by their first words.
    var questions: [String] { asked.withLock { $0 } }

    func answer(to question: BrowserQuestion) throws(KeychainError) -> BrowserConsent {
        asked.withLock { $0.append(question.text) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw KeychainError(.authenticationRequired) }
        return answer
    }

    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        asked.withLock { $0.append("passcode") }
        let word = typed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let word else { throw KeychainError(.userCanceled) }
        return question.kind == .presence ? .confirmed : .secret(SecretBytes(utf8: word))
    }
}
