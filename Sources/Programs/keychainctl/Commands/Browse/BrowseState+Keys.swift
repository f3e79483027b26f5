internal import KeychainctlKit
internal import PortableKeychain

extension BrowseState {
    /// Says where to do what this screen does for passwords alone.
    private static func elsewhere(_ item: ListedItem) -> String {
        item.passkey == nil
            ? "Use 'keychainctl \(item.className)'."
            : "The private key of a passkey is never shown. 'keychainctl rename' changes the account."
    }

    /// Handles a key.
    mutating func press(_ key: BrowseKey) -> [BrowseEffect] {
        if key == .control("c") { return quit() }
        if key == .help { return toggleHelp() }
        switch mode {
        case .list: return pressInList(key)
        case .item: return pressInItem(key)
        case .editing(let edit): return press(key, editing: edit)
        case .leaving(let edit, let quits): return press(key, leaving: edit, quits)
        case .choosing(let edit): return press(key, choosingFor: edit)
        case .confirming: return pressInQuestion(key)
        case .help(let former):
            pressInHelp(key, former)
            return []
        case .locked: return key == .enter ? [.unlock] : key == .escape ? quit() : []
        }
    }

    private mutating func pressInList(_ key: BrowseKey) -> [BrowseEffect] {
        switch key {
        case .character("?"): return toggleHelp()
        case .character(let character): find(filter + String(character))
        case .paste(let text): find(filter + (text ?? "").replacing(sign: "\n", with: " "))
        case .backspace: find(String(filter.dropLast()))
        case .control("u"): find("")
        case .escape:
            guard !filter.isEmpty else { return [.quit] }
            find("")
        case .up: choose(selected - 1)
        case .down: choose(selected + 1)
        case .pageUp: choose(selected - room)
        case .pageDown: choose(selected + room)
        case .home: choose(0)
        case .end: choose(shown.count - 1)
        case .enter: if item != nil { mode = .item }
        case .control("n"): mode = .editing(BrowseEdit())
        case .control("y"): if let item, item.isPassword { return [.copy(item)] }
        case .control("o"):
            guard let item, OneTimeItem.isOne(item) else { break }
            mode = .item
            return [.showCode(item)]
        default: break
        }
        return []
    }

    private mutating func pressInItem(_ key: BrowseKey) -> [BrowseEffect] {
        guard let item else {
            leaveItem()
            return []
        }
        switch key {
        case .escape, .character("q"), .backspace: leaveItem()
        case .character("?"): return toggleHelp()
        case .character("d"):
            hide()
            mode = .confirming
        case .up, .down:
            hide()
            choose(selected + (key == .up ? -1 : 1))
        case .pageUp, .pageDown, .home, .end: turnPage(key)
        case .character where !item.isPassword: message = Self.elsewhere(item)
        case .character("r"):
            guard revealed == nil else {
                revealed = nil
                return []
            }
            return [.reveal(item)]
        case .character("c"): return [code == nil ? .copy(item) : .copyCode]
        case .character("o"):
            guard code == nil else {
                hide()
                return []
            }
            guard OneTimeItem.isOne(item) else {
                message = "This item has no one-time codes."
                return []
            }
            return [.showCode(item)]
        case .character("n"):
            hide()
            mode = .choosing(nil)
        case .character("e"):
            hide()
            mode = .editing(BrowseEdit(item))
        default: break
        }
        return []
    }

    private mutating func pressInQuestion(_ key: BrowseKey) -> [BrowseEffect] {
        mode = .item
        guard key == .character("y") || key == .character("Y"), let item else {
            message = "Nothing was deleted."
            return []
        }
        mode = .list
        return [.delete(item)]
    }

    private mutating func pressInHelp(_ key: BrowseKey, _ former: Mode) {
        switch key {
        case .pageUp, .pageDown, .home, .end: turnPage(key)
        case .up: scrollPage(to: pageTop - 1)
        case .down: scrollPage(to: pageTop + 1)
        default:
            mode = former
            scrollPage(to: 0)
        }
    }

    private mutating func turnPage(_ key: BrowseKey) {
        switch key {
        case .pageUp: scrollPage(to: pageTop - pageRoom)
        case .pageDown: scrollPage(to: pageTop + pageRoom)
        case .home: scrollPage(to: 0)
        default: scrollPage(to: page.count)
        }
    }

    /// Shows or leaves the help; a question has to be answered first.
    private mutating func toggleHelp() -> [BrowseEffect] {
        guard !isAsking else { return [] }
        if case .help(let former) = mode {
            mode = former
        } else {
            hide()
            mode = .help(over: mode)
        }
        scrollPage(to: 0)
        return []
    }

    /// Ends the browser, unless a form has changes about which the user was not asked.
    private mutating func quit() -> [BrowseEffect] {
        switch mode {
        case .leaving: return [.quit]
        case .locked:
            // Of the form, nothing is shown either.
            guard changedForm != nil, !isWarned else { return [.quit] }
            isWarned = true
            message =
                "A form has changes. Unlock to save them, or press the key again to drop them."
        default:
            guard let edit = changedForm else { return [.quit] }
            hide()
            mode = .leaving(edit, quits: true)
        }
        return []
    }
}
