internal import ForeignCrypto
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// Runs the browser on a terminal: passes keys to the state and carries out its effects.
struct Browser {
    let keychain: Keychain
    private let visibility: ItemVisibility
    let terminal: RawTerminal
    private let clipboard: Clipboard
    private let clearTime: Duration
    private let search: BrowseSearch
    var state: BrowseState
    private var mark: [UInt8]?
    /// The item whose one-time code is on screen.
    private var coded: (key: OneTimeKey, item: ListedItem)?
    private let news: FileNews
    private var isOver = false
    /// The copied secret, and the time at which it is removed from the clipboard.
    private var copied: (secret: SecretBytes, end: ContinuousClock.Instant)?

    init(
        _ keychain: Keychain,
        _ visibility: ItemVisibility,
        clearingAfter clearTime: Duration
    ) throws {
        self.keychain = keychain
        self.visibility = visibility
        self.clearTime = clearTime
        clipboard = Clipboard.choose(UserEnvironment.variable, ClipboardProgram.exists)
        // Before the first look: what happens from now on is news.
        news = FileNews(of: keychain.path)
        mark = try keychain.changeMark
        let (items, guarded) = try ListedItem.found(in: keychain, visibility: visibility)
        state = BrowseState(items)
        state.guarded = guarded
        state.keepsDeleted = ChangeNews(of: keychain).isKept
        search = BrowseSearch(items)
        // From now on signals are blocked, also in the threads that start later.
        terminal = try RawTerminal()
    }

    /// Runs until the user quits.
    mutating func run() {
        defer { clearClipboard() }
        draw()
        // Prepares the items, so that the first key finds them prepared.
        search.start(state.filter)
        while !isOver {
            guard let keys = terminal.keys(orElse: wait) else { return }
            if terminal.isSignalWaiting { giveWay() }
            // All keys that have arrived, before anything is drawn.
            // Without keys, refresh() takes what was found: what is taken here is drawn only after a key.
            if !keys.isEmpty { press(keys) }
            if isOver { return }
            let hasNews = refresh()
            if !keys.isEmpty || hasNews { draw() }
        }
    }

    private mutating func press(_ keys: [BrowseKey]) {
        for key in keys where !isOver {
            if state.needsResult(for: key) { takeResult(search.finish()) }
            let text = state.filter
            let wasAsking = state.isAsking
            handle(.key(key))
            if state.isSearching, state.filter != text { search.start(state.filter) }
            guard state.isAsking, !wasAsking else { continue }
            // Text that was typed before the question was shown does not answer it.
            return terminal.forgetKeys()
        }
        // Most searches take less time than a person notices, and need not be drawn twice.
        if state.isSearching { takeResult(search.finish(within: Self.patience)) }
    }

    /// The time that the screen waits for a search.
    private static let patience = Duration.milliseconds(10)

    private mutating func takeResult(_ result: (found: SearchIndex.Found, text: String)?) {
        if let result { handle(.found(result.found, for: result.text)) }
    }

    /// Handles an event and carries out its effects.
    mutating func handle(_ event: BrowseEvent) {
        for effect in state.receive(event) where !isOver {
            if effect == .quit { isOver = true } else { carryOut(effect) }
        }
    }

    /// The events that the browser waits for besides keys: news of the keychain, and the time of
    /// the shown text.
    private var wait: FileWait {
        var wait = FileWait()
        wait.add(news)
        wait.add(search.news)
        if let copied { wait.limit(to: copied.end - .now) }
        // A code counts down with the seconds of the clock.
        if coded != nil, state.code?.secondsLeft != nil {
            let now = Keychain.Configuration.tool.clock.now()
            wait.limit(to: .milliseconds(Int64((now.rounded(.down) + 1 - now) * 1000) + 1))
        }
        return wait
    }

    private mutating func draw() {
        let size = terminal.size
        handle(.size(columns: size.columns, rows: size.rows))
        terminal.show(BrowseScreen(state))
    }

    /// Lets pending signals take effect.
    ///
    /// They may end this process; after a stop, the browser continues.
    private mutating func giveWay() {
        clearClipboard()
        terminal.yield {}
        draw()
    }

    /// Checks timers and changes by other processes; returns whether the screen must be redrawn.
    private mutating func refresh() -> Bool {
        let now = ContinuousClock.now
        var hasNews = terminal.size != (state.columns, state.rows)
        if let result = search.take() {
            takeResult(result)
            hasNews = true
        }
        if let copied, copied.end <= now {
            let outcome = clearClipboard()
            handle(.message(clipboard.news(ofClearing: outcome)))
            hasNews = true
        }
        if let coded, let shown = state.code, shown.secondsLeft != nil {
            let code = coded.key.code()
            if code.secondsLeft != shown.secondsLeft {
                handle(.code(code, of: coded.item))
                hasNews = true
            }
        } else if state.code == nil {
            coded = nil
        }
        guard news.take(), let present = try? keychain.changeMark, present != mark else {
            return hasNews
        }
        mark = present
        reload()
        return true
    }

    /// Reads all items again, and searches among them.
    ///
    /// - Parameter isAdded: Whether one of them is new, and to be chosen.
    mutating func reload(afterAdding isAdded: Bool = false) {
        attempt { browser throws(KeychainError) in
            // Locked since then: the user is not asked without having pressed a key.
            guard try browser.keychain.lockState == .unlocked else {
                return browser.handle(.locked)
            }
            let (items, guarded) = try ListedItem.found(
                in: browser.keychain,
                visibility: browser.visibility
            )
            browser.state.guarded = guarded
            if isAdded {
                let former = Set(browser.search.items.map(\.reference))
                browser.handle(.added(items.first { !former.contains($0.reference) }))
            }
            browser.search.start(browser.state.filter, in: items)
            browser.takeResult(browser.search.finish(within: Self.patience))
        }
    }

    private mutating func carryOut(_ effect: BrowseEffect) {
        switch effect {
        case .reveal(let item):
            attempt { browser throws(KeychainError) in
                let secret = try browser.secret(of: item)
                browser.handle(.secret(secret, of: item))
            }
        case .copy(let item):
            attempt { browser throws(KeychainError) in
                browser.copy(try browser.secret(of: item))
            }
        case .delete(let item):
            let news = ChangeNews(of: keychain)
            attempt { browser throws(KeychainError) in
                _ = try browser.perform(ItemRequest(.delete, persistentReference: item.reference))
                browser.handle(.message(news.sentence ?? "Deleted for good."))
            }
            reload()
        case .change(let item, let attributes): change(item, attributes)
        case .add(let item, let secret): add(item, secret)
        case .replaceSecret(let item, let secret): replaceSecret(item, secret)
        case .showCode(let item): showCode(item)
        case .copyCode: if let code = state.code { copy(code.text) }
        case .unlock: unlock()
        case .quit: break
        }
    }

    private func secret(of item: ListedItem) throws(KeychainError) -> SecretBytes {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: item.reference,
            returning: .data
        )
        guard let secret = try perform(request).items.first?.secret else {
            throw KeychainError(.itemNotFound)
        }
        return secret
    }

    /// Performs a request; if the user must be asked for it, at the bottom of the screen.
    private func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        var request = request
        request.interaction = .forbidden
        do throws(KeychainError) {
            return try keychain.perform(request)
        } catch  where error.code.isInaccessible {
            request.interaction = .allowed
            let answer = terminal.ask { () -> Result<ItemAnswer, KeychainError> in
                do throws(KeychainError) {
                    return .success(try keychain.perform(request))
                } catch {
                    return .failure(error)
                }
            }
            return try answer.get()
        }
    }

    private mutating func showCode(_ item: ListedItem) {
        attempt { browser throws(KeychainError) in
            let secret = try browser.secret(of: item)
            let address: OneTimeAddress
            do throws(Failure) {
                address = try OneTimeAddress(secret)
            } catch {
                browser.handle(.message(error.message))
                return
            }
            let code = address.key.code()
            // First: a code that was shown must not be the next one too.
            if let next = address.next {
                let changes = ItemChanges(secret: next.text)
                _ = try browser.perform(
                    ItemRequest(.update(changes), persistentReference: item.reference)
                )
            }
            browser.coded = (address.key, item)
            browser.handle(.code(code, of: item))
        }
    }

    /// Asks at the bottom of the screen, or as the user's environment says.
    private mutating func unlock() {
        let keychain = keychain
        let answer = terminal.ask { () -> Result<Void, KeychainError> in
            Result { () throws(KeychainError) in try keychain.requireUnlocked() }
        }
        attempt { _ throws(KeychainError) in try answer.get() }
        if case .success = answer { reload() }
    }

    private mutating func copy(_ secret: SecretBytes) {
        let outcome = clipboard.copy(secret, terminal.write)
        guard outcome == .done else {
            let rest = outcome.isUncertain ? "." : "; nothing was copied."
            handle(.message(clipboard.complaint(outcome) + rest))
            return
        }
        copied = (secret, .now + clearTime)
        let seconds = clearTime.components.seconds
        handle(.message("Copied for \(seconds) seconds; histories may keep it."))
    }

    /// Removes the copied secret, unless the clipboard has another content by now.
    ///
    /// - Returns: The outcome; `nil` if the clipboard has another content, or there is no secret to remove.
    @discardableResult
    private mutating func clearClipboard() -> ClipboardProgram.Outcome? {
        guard let copied else { return nil }
        self.copied = nil
        return clipboard.clear(copied.secret, terminal.write)
    }

    /// Performs an action, or shows why it failed.
    private mutating func attempt(_ body: (inout Browser) throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try body(&self)
        } catch {
            handle(.message(Failure(error).message))
        }
    }
}
