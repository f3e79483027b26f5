internal import ForeignCrypto
internal import PortableKeychain
internal import SafeText

/// The host of a browser's extension: messages in, messages out.
///
/// A class, because it has what was said so far: one browser is connected to one, and sends it one message after the
/// other.
package final class BrowserService {
    let surroundings: BrowserSurroundings
    private var session: BrowserSession?
    private var rest = QuestionRest()
    /// The keychain, once it was opened.
    private var opened: Keychain?
    /// Whether the last message to the browser said that the keychain is locked; `nil` before any message.
    private var toldLocked: Bool?
    /// The folders that were named in this session, by their identifiers: they have no items yet.
    var newFolders: [String: String] = [:]

    package init(_ surroundings: BrowserSurroundings) { self.surroundings = surroundings }

    /// Answers a message.
    ///
    /// - Parameter frame: The message, without its length.
    /// - Returns: The messages to send, in their order, without their lengths.
    package func answers(to frame: [UInt8]) -> [[UInt8]] {
        let request: BrowserRequest
        do throws(BrowserFault) {
            request = try BrowserRequest(frame)
        } catch {
            return [BrowserAnswer.failure(error, "")]
        }
        return [answer(to: request)] + signals()
    }

    /// The answer to a message that is longer than any of the extension.
    package static var tooLong: [UInt8] { BrowserAnswer.failure(.emptyMessage, "") }

    /// Tells the browser if the keychain was locked or unlocked since.
    ///
    /// - Returns: The messages to send.
    package func signals() -> [[UInt8]] {
        guard session?.isAssociated == true, let told = toldLocked, let keychain = opened,
            let isLocked = try? keychain.lockState != .unlocked, isLocked != told
        else { return [] }
        toldLocked = isLocked
        return [BrowserAnswer.signal(isLocked: isLocked)]
    }

    /// The file of the keychain, once it was opened and is one.
    package var path: String? { opened?.path }

    private func answer(to request: BrowserRequest) -> [UInt8] {
        do throws(BrowserFault) {
            if request.action == BrowserAction.exchange { return try exchangeKeys(request) }
            guard let action = BrowserAction(rawValue: request.action) else {
                throw .incorrectAction
            }
            guard var session else { throw .keysNotExchanged }
            let message = try session.open(request)
            self.session = session
            guard message["action"].string == request.action else { throw .incorrectAction }
            guard session.isAssociated || !action.needsAssociation else { throw .notAssociated }
            try unlock(asking: request.triggersUnlock || action == .associate)
            let members = try perform(action, message)
            return try session.seal(members, to: request)
        } catch {
            return BrowserAnswer.failure(error, request.action, request.requestID)
        }
    }

    private func exchangeKeys(_ request: BrowserRequest) throws(BrowserFault) -> [UInt8] {
        let session = try BrowserSession(request, entropy: surroundings.entropy)
        self.session = session
        toldLocked = nil
        return BrowserAnswer.keys(
            session.publicKey,
            nonce: BrowserSession.incremented(request.nonce)
        )
    }

    /// Carries out a message that was opened.
    ///
    /// - Throws: ``BrowserFault``.
    func perform(
        _ action: BrowserAction,
        _ message: JSONTree
    ) throws(BrowserFault) -> [(String, JSON)] {
        do {
            return switch action {
            case .databaseHash: [("hash", .string(hash))]
            case .associate: try associate(message)
            case .testAssociate: try testAssociation(message)
            case .logins: try logins(message)
            case .countLogins: try countLogins(message)
            case .save: try save(message)
            case .generate: [("password", .secret(surroundings.tools.password()))]
            case .code: try code(message)
            case .groups: try groups()
            case .newGroup: try newGroup(message)
            case .lock: try lock()
            case .registerPasskey: try registerPasskey(message)
            case .usePasskey: try usePasskey(message)
            }
        } catch let fault as BrowserFault {
            throw fault
        } catch let error as KeychainError {
            throw BrowserFault(error)
        } catch {
            throw .unknown
        }
    }

    // MARK: The keychain

    /// The keychain; `nil` if there is none yet.
    func keychain(creates: Bool = false) throws(KeychainError) -> Keychain? {
        if let opened { return opened }
        opened = try surroundings.open(creates)?
            .withAccessGroups([LoginStore.group, BrowserRecords.group])
        return opened
    }

    /// Fails if the keychain is locked, after its user was asked if the message comes from something that they did.
    private func unlock(asking: Bool) throws(BrowserFault) {
        do throws(KeychainError) {
            guard let keychain = try keychain() else { return }
            defer { toldLocked = toldLocked ?? ((try? keychain.lockState) != .unlocked) }
            guard try keychain.lockState != .unlocked else { return }
            let what = "unlock"
            guard asking, mayAsk(what) else {
                throw KeychainError(.locked)
            }
            do throws(KeychainError) {
                try Self.unlock(keychain)
            } catch {
                refused(what)
                throw KeychainError(.locked)
            }
        } catch {
            throw BrowserFault(error)
        }
    }

    /// Has the keychain unlocked by its user.
    private static func unlock(_ keychain: Keychain) throws(KeychainError) {
        do throws(KeychainError) {
            try keychain.requireUnlocked()
        } catch  where error.code == .locked {
            // An agent asks by itself, when something that is locked is wanted.
            _ = try BrowserRecords(keychain).browsers()
            guard try keychain.lockState == .unlocked else { throw error }
        }
    }

    private func lock() throws(KeychainError) -> [(String, JSON)] {
        try keychain()?.lock()
        return []
    }

    /// The number by which the extension knows the keychain: of its name, so that it is known while it is locked.
    var hash: String {
        let text = SecretBytes(utf8: "keychain-browser \(surroundings.identity)")
        let digest = SecretDigest.sha256([text])
        return digest.withUnsafeBytes { String(ByteText.hexadecimal($0).dropFirst(2)) }
    }

    // MARK: Questions

    /// Whether the user may be asked about something, and did not refuse it just now.
    func mayAsk(_ what: some Hashable) -> Bool { rest.allows(what, at: surroundings.now()) }

    /// Records that the user did not agree.
    func refused(_ what: some Hashable) { rest.refuse(what, at: surroundings.now()) }

    /// Asks the user, or takes what they decided before.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - records: The store of the decisions.
    /// - Returns: Whether the user agrees; `false` also where no user can be asked.
    /// - Throws: Any error of reading or storing a decision.
    func agrees(
        to question: BrowserQuestion,
        _ records: BrowserRecords?
    ) throws(KeychainError) -> Bool {
        if let decision = try records?.decision(question) { return decision }
        guard mayAsk(question) else { return false }
        var answer = BrowserConsent.no
        do throws(KeychainError) {
            answer = try surroundings.asker.answer(to: question)
        } catch  where [.userCanceled, .authenticationRequired].contains(error.code) {}
        if answer != .yes { refused(question) }
        guard answer != .no else { return false }
        try records?.remember(question, answer == .yes)
        return answer == .yes
    }

    // MARK: Browsers

    private func associate(_ message: JSONTree) throws -> [(String, JSON)] {
        // The key of the session: who sends it has read the messages before.
        guard let key = Base64.decoded(message["key"].secret), let session,
            key.matches(SecretBytes(session.clientKey)),
            let identity = Base64.decoded(message["idKey"].secret), !identity.isEmpty
        else { throw BrowserFault.notAssociated }
        let question = BrowserQuestion.associate(
            browser: surroundings.browser,
            keychain: surroundings.keychain
        )
        guard try agrees(to: question, nil) else { throw BrowserFault.denied }
        guard let keychain = try keychain(creates: true) else { throw BrowserFault.unknown }
        let id = try BrowserRecords(keychain).connect(surroundings.browser, identity)
        self.session?.isAssociated = true
        return [("hash", .string(hash)), ("id", .string(id))]
    }

    private func testAssociation(_ message: JSONTree) throws -> [(String, JSON)] {
        let id = message["id"].string
        guard let keychain = try keychain(), let key = Base64.decoded(message["key"].secret),
            try BrowserRecords(keychain).isConnected(id, key)
        else { throw BrowserFault.notAssociated }
        session?.isAssociated = true
        return [("hash", .string(hash)), ("id", .string(id))]
    }
}
