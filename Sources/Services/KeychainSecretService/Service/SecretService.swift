@_spi(Keepers) package import PortableKeychain

/// Answers the calls of programs to `org.freedesktop.secrets` (Secret Service API, draft 0.2), and those of the portal.
///
/// It knows no bus: a call is a value, and so is what it leads to. One thread uses it. Questions to the
/// user are handed out (``PromptQuestion``), because they block; their outcome comes back with
/// ``finish(_:_:)``.
package final class SecretService {
    /// Parameters of the service that come from outside.
    package struct Surroundings: Sendable {
        /// Whether the user wants keychains to be locked with the screen.
        package var locksWithScreen: @Sendable () -> Bool
        /// Unlocks a keychain, if that needs no person; called on another thread.
        package var reopen: @Sendable (Keychain) -> Void

        /// The notices that the user wants to see.
        package var notices: @Sendable () -> DesktopNotice.Choice
        /// Whether the user can be asked.
        package var canAsk: @Sendable () -> Bool

        /// Makes them.
        package init(
            locksWithScreen: @escaping @Sendable () -> Bool = { true },
            reopen: @escaping @Sendable (Keychain) -> Void = { _ in },
            notices: @escaping @Sendable () -> DesktopNotice.Choice = { .no },
            canAsk: @escaping @Sendable () -> Bool = { true }
        ) {
            (self.locksWithScreen, self.reopen) = (locksWithScreen, reopen)
            (self.notices, self.canAsk) = (notices, canAsk)
        }
    }

    let shelf: KeychainShelf
    let authenticator: any Authenticator
    let surroundings: Surroundings
    var entropy: KeychainEntropy { shelf.configuration.entropy }

    /// The collections by the bytes of their names, because names of two keychains can be equal strings.
    var collections: [[UInt8]: SecretCollection] = [:]
    /// The collections that were looked at in the present message.
    private var fresh: Set<[UInt8]> = []
    /// The most items whose list is signalled: 64 KB.
    package var longestList = 1000
    var sessions: [String: SecretSession] = [:]
    var prompts = PromptQueue()
    var clients: [String: BusClient] = [:]
    /// The keychains that were locked because their user has left, and can be opened without a person.
    var left: Set<String> = []
    /// Whether the work that opens them again is still wanted; `nil` if there is none.
    var reopened: PromptInterest?
    /// Whether the screen is locked, as far as it is known.
    var isScreenLocked = false
    private var lastNumber = 0

    /// The signals to send after the reply to the present message.
    private var signals: [BusSignal] = []
    /// The notices after the present message.
    private var notices: [DesktopNotice] = []
    /// The replies to calls that were announced before or are in the present message.
    private var announced: [(call: String, outcome: PortalOutcome)] = []

    /// The collection in memory, which ends with the process.
    ///
    /// No keychain's name begins with a dot.
    static let memory = ".session"

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - shelf: The keychains.
    ///   - authenticator: Asks the user for passcodes.
    ///   - surroundings: Parameters that come from outside.
    package init(
        _ shelf: KeychainShelf,
        authenticator: any Authenticator,
        _ surroundings: Surroundings = Surroundings()
    ) {
        (self.shelf, self.authenticator) = (shelf, authenticator)
        self.surroundings = surroundings
    }

    /// Answers a call.
    package func answer(_ call: BusCall) -> BusAnswer {
        var reply: Result<BusReply, BusFailure> = .success(.values([]))
        var answer = telling {
            do throws(BusFailure) {
                reply = .success(try result(of: call))
            } catch {
                reply = .failure(error)
            }
        }
        answer.reply = reply
        return answer
    }

    /// Takes the outcome of a question.
    ///
    /// - Returns: The signals for programs, and the next question.
    package func finish(_ identifier: String, _ outcome: PromptOutcome) -> BusAnswer {
        telling {
            guard identifier != Self.reopening else { return finishReopening() }
            if let prompt = prompts.finish(identifier) { complete(prompt, outcome) }
        }
    }

    /// Locks all keychains that have a passcode, because their user has left.
    ///
    /// One that cannot be locked, such as a damaged one, keeps no other open.
    ///
    /// - Returns: The signals for programs.
    package func lockAll() -> BusAnswer { telling { lockCollections() } }

    /// Locks them, and tells programs.
    ///
    /// - Parameter event: The event that asks for it; `nil` if the user gets no notice.
    func lockCollections(after event: SessionEvent? = nil) {
        reopened?.end()
        for name in (try? collectionNames()) ?? [] {
            guard let collection = try? collection(name), !collection.isLocked,
                (try? collection.lock()) == true
            else { continue }
            remember(collection)
            if let event { tell(.locked(collection.name, event)) }
            tellLock(collection)
        }
    }

    /// The effects of a body that is no call.
    func telling(_ body: () -> Void) -> BusAnswer {
        fresh = []
        (signals, announced, notices) = ([], [], [])
        body()
        let choice = notices.isEmpty ? .no : surroundings.notices()
        return BusAnswer(
            reply: .success(.values([])),
            announced: announced,
            signals: signals,
            question: prompts.next(),
            notices: notices.filter { $0.isShown(choice) }
        )
    }

    /// Forgets a program that has left the bus: its sessions, and its prompts.
    package func clientLeft(_ sender: String) {
        guard clients.removeValue(forKey: sender) != nil else { return }
        sessions = sessions.filter { $0.value.owner != sender }
        prompts.abandon(of: sender)
    }

    /// Ends all prompts, before the process ends: programs would wait for their outcome forever.
    package func dismissPrompts() -> BusAnswer {
        telling {
            for prompt in prompts.dismissAll() { complete(prompt, .failed) }
        }
    }

    /// Reads collections again that may have missed a change; called when the service is idle.
    package func review() {
        for (key, collection) in collections where (try? collection.review()) == nil {
            collections[key] = nil
        }
    }

    /// Whether ending the process would lose nothing that a program counts on, and leave nothing
    /// unlocked that the end of the user's session should lock.
    package var isIdle: Bool {
        sessions.isEmpty && prompts.isEmpty && left.isEmpty && reopened == nil
            && collections.values.allSatisfy {
                $0.name == Self.memory ? $0.items.isEmpty : !$0.isWaitingToBeLocked
            }
    }

    // MARK: Parts of an answer

    func tell(
        _ path: SecretPath,
        _ interface: BusInterface,
        _ member: String,
        _ body: [BusValue],
        only destination: String? = nil
    ) {
        signals.append(
            BusSignal(
                destination: destination,
                path: path.text,
                interface: interface.name,
                member: member,
                body: body
            )
        )
    }

    /// Tells the user, if the user wants that.
    func tell(_ notice: DesktopNotice) { notices.append(notice) }

    /// Replies to a call that was announced.
    func reply(to call: String, _ outcome: PortalOutcome) { announced.append((call, outcome)) }

    /// Signals new values of properties.
    ///
    /// Never that a value is no longer right, without the new one: libsecret (0.20.5, 0.21.7) then has none, shows no
    /// label and no attributes, and crashes at the collection's next signal.
    func tellChange(
        _ path: SecretPath,
        _ interface: BusInterface,
        _ values: [(String, BusValue)]
    ) {
        let body: [BusValue] = [
            .text(interface.name), .properties(values), .list(of: "s", []),
        ]
        tell(path, .properties, "PropertiesChanged", body)
    }

    /// A new name for a session or a prompt.
    func number(_ prefix: String) -> String {
        lastNumber += 1
        return prefix + String(lastNumber)
    }

    /// A collection as it is now.
    ///
    /// - Throws: ``BusFailure`` if there is no such keychain, or it cannot be opened.
    func collection(_ name: String) throws(BusFailure) -> SecretCollection {
        let key = Array(name.utf8)
        let isKnown = collections[key] != nil
        do throws(KeychainError) {
            do throws(KeychainError) {
                return try present(name)
            } catch  where error.code == .noSuchKeychain && isKnown {
                // Its file was removed or replaced since: the message is about the one that is there now.
                fresh.remove(key)
                return try present(name)
            }
        } catch {
            fresh.remove(key)
            guard error.code != .noSuchKeychain else {
                throw .noSuchObject(SecretPath.collection(name).text)
            }
            throw BusFailure(error)
        }
    }

    private func present(_ name: String) throws(KeychainError) -> SecretCollection {
        let key = Array(name.utf8)
        let known = collections[key]
        let collection = if let known { known } else { try opened(name) }
        guard fresh.insert(key).inserted else { return collection }
        collections[key] = nil
        let wasLocked = collection.isLocked
        try collection.refresh()
        collections[key] = collection
        if known != nil, wasLocked != collection.isLocked {
            tellLock(collection)
            if collection.isLocked { tell(.ended(name)) }
        }
        return collection
    }

    func tellLock(_ collection: SecretCollection) {
        let path = SecretPath.collection(collection.name)
        tellChange(path, .collection, [("Locked", .flag(collection.isLocked))])
        tell(.service, .service, "CollectionChanged", [.path(path.text)])
        // A program that holds an item since it was locked has neither its label nor all of its attributes.
        for item in collection.items { tellValues(of: item, in: collection) }
    }

    private func opened(_ name: String) throws(KeychainError) -> SecretCollection {
        guard name != Self.memory else {
            let keychain = try Keychain.inMemory(shelf.configuration)
            return try SecretCollection(name, keychain, entropy: entropy, hasCompanions: false)
        }
        let standard = try shelf.standard()
        guard name == standard || shelf.names().contains(name) else {
            throw KeychainError(.noSuchKeychain)
        }
        return try SecretCollection(name, try shelf.open(name), entropy: entropy)
    }

    /// The names of all collections, the default one first.
    func collectionNames() throws(BusFailure) -> [String] {
        let standard = try Self.keychain { () throws(KeychainError) in try shelf.standard() }
        return [standard] + shelf.names().filter { !$0.hasSameBytes(as: standard) } + [Self.memory]
    }

    /// Does something in a keychain; its errors become those of the bus.
    static func keychain<R>(
        _ body: () throws(KeychainError) -> R
    ) throws(BusFailure) -> R {
        do throws(KeychainError) { return try body() } catch { throw BusFailure(error) }
    }
}
