internal import KeychainctlKit
internal import PortableKeychain

/// Runs the browser on a terminal: passes keys to the state and carries out its effects.
struct Browser {
    private let keychain: Keychain
    private let visibility: ItemVisibility
    private let terminal: RawTerminal
    private let clipboard: Clipboard
    private let clearTime: Duration
    private var state: BrowseState
    private var mark: [UInt8]?
    /// The item whose one-time code is on screen.
    private var coded: (key: OneTimeKey, item: ListedItem)?
    private let news: FileNews
    /// What was copied, and the time at which it is removed from the clipboard.
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
        state = BrowseState(try ListedItem.all(in: keychain, visibility: visibility))
        terminal = try RawTerminal()
    }

    /// Runs until the user quits.
    mutating func run() {
        defer { clearClipboard() }
        draw()
        while true {
            guard let keys = terminal.keys(orElse: wait) else { return }
            if terminal.isSignalWaiting { giveWay() }
            for key in keys {
                for effect in state.receive(.key(key)) {
                    if effect == .quit { return }
                    carryOut(effect)
                }
            }
            let hasNews = refresh()
            if !keys.isEmpty || hasNews { draw() }
        }
    }

    /// What the browser waits for besides keys: news of the keychain, and the time of what is shown.
    private var wait: FileWait {
        var wait = FileWait()
        wait.add(news)
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
        _ = state.receive(.size(columns: size.columns, rows: size.rows))
        terminal.show(BrowseScreen(state).text)
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
        if let copied, copied.end <= now {
            let isCleared = clearClipboard()
            let news = isCleared ? "The clipboard was emptied." : "The clipboard has changed."
            _ = state.receive(.message(news))
            hasNews = true
        }
        if let coded, let shown = state.code, shown.secondsLeft != nil {
            let code = coded.key.code()
            if code.secondsLeft != shown.secondsLeft {
                _ = state.receive(.code(code, of: coded.item))
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

    private mutating func reload() {
        attempt { browser throws(KeychainError) in
            // Locked since then: nobody is asked without having pressed a key.
            guard try browser.keychain.lockState == .unlocked else {
                _ = browser.state.receive(.locked)
                return
            }
            let items = try ListedItem.all(
                in: browser.keychain,
                visibility: browser.visibility
            )
            _ = browser.state.receive(.items(items))
        }
    }

    private mutating func carryOut(_ effect: BrowseEffect) {
        switch effect {
        case .reveal(let item):
            attempt { browser throws(KeychainError) in
                let secret = try browser.secret(of: item)
                _ = browser.state.receive(.secret(secret, of: item))
            }
        case .copy(let item):
            attempt { browser throws(KeychainError) in
                browser.copy(try browser.secret(of: item))
            }
        case .delete(let item):
            attempt { browser throws(KeychainError) in
                _ = try browser.perform(ItemRequest(.delete, persistentReference: item.reference))
                _ = browser.state.receive(.message("Deleted."))
            }
            reload()
        case .change(let item, let attributes):
            change(item, ItemChanges(attributes: attributes))
        case .replaceSecret(let item): replaceSecret(item)
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

    /// Performs a request; if the user must be asked for it, on the restored terminal.
    private func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        var request = request
        request.interaction = .forbidden
        do throws(KeychainError) {
            return try keychain.perform(request)
        } catch  where error.code.isInaccessible {
            request.interaction = .allowed
            let answer = terminal.yield { () -> Result<ItemAnswer, KeychainError> in
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
                _ = browser.state.receive(.message(error.message))
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
            _ = browser.state.receive(.code(code, of: item))
        }
    }

    /// Asks on the restored terminal, or as the user's environment says.
    private mutating func unlock() {
        let keychain = keychain
        let answer = terminal.yield { () -> Result<Void, KeychainError> in
            Result { () throws(KeychainError) in try keychain.requireUnlocked() }
        }
        attempt { _ throws(KeychainError) in try answer.get() }
        if case .success = answer { reload() }
    }

    private mutating func change(_ item: ListedItem, _ changes: ItemChanges) {
        attempt { browser throws(KeychainError) in
            _ = try browser.perform(
                ItemRequest(.update(changes), persistentReference: item.reference)
            )
            _ = browser.state.receive(.message("Saved."))
        }
        reload()
    }

    private mutating func replaceSecret(_ item: ListedItem) {
        let answer = terminal.yield { () -> Result<SecretBytes, Failure> in
            do throws(Failure) {
                return .success(
                    try SecretPrompt.askTwice("New secret: ", again: "New secret again: ")
                )
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .success(let secret): change(item, ItemChanges(secret: secret))
        case .failure(let failure): _ = state.receive(.message(failure.message))
        }
    }

    private mutating func copy(_ secret: SecretBytes) {
        let isCopied = clipboard.copy(secret, terminal.write)
        guard isCopied else {
            let program = clipboard.commands?.clearing.first ?? ""
            _ = state.receive(.message("\(program) failed; nothing was copied."))
            return
        }
        copied = (secret, .now + clearTime)
        let seconds = clearTime.components.seconds
        _ = state.receive(.message("Copied for \(seconds) seconds; histories may keep it."))
    }

    /// Removes what was copied, unless the clipboard has another content by now.
    ///
    /// - Returns: Whether it was removed.
    @discardableResult
    private mutating func clearClipboard() -> Bool {
        guard let copied else { return false }
        self.copied = nil
        return clipboard.clear(copied.secret, terminal.write)
    }

    /// Performs an action, or shows why it failed.
    private mutating func attempt(_ body: (inout Browser) throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try body(&self)
        } catch {
            _ = state.receive(.message(Failure(error).message))
        }
    }
}
