internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl watch`.
struct WatchCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes of items as they occur, without secrets.",
        discussion: """
            With a name, only items that have it. Each line has fields with tabs between them: added, changed or deleted (or, with \
            --initial, present), and those of 'list'. With --json, each line is an object. \
            Secrets are never read. Changes in quick succession may be reported as one. \
            Changes in a locked keychain are reported after it is unlocked; on a terminal, the \
            passcode is prompted for at the start, and Return continues without it. Runs until it \
            receives a signal, or its output is closed.

            EXAMPLES
              keychainctl watch
              keychainctl watch api/ci
              keychainctl watch --json | while read -r change; do ./handle "$change"; done
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup var hidden: VisibilityOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Also print the existing items at the start.") var initial = false
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let keychain = try place.open()
        try keychain.offerToUnlock()
        // Before the first look: what happens from now on is news.
        let news = FileNews(of: keychain.path)
        var mark = try keychain.changeMark
        var known = try look(keychain)
        if initial { known?.forEach { tell(ItemChange(kind: .present, item: $0)) } }
        Terminal.say("Watching \(keychain.path ?? "").")
        while Terminal.isOutputWanted(waitingFor: news) {
            guard news.take() else { continue }
            let present = try keychain.changeMark
            guard present != mark || known == nil else { continue }
            guard let items = try look(keychain) else { continue }
            mark = present
            ItemChange.between(known ?? items, items).forEach(tell)
            known = items
        }
    }

    /// The items; `nil` while the keychain is locked.
    private func look(_ keychain: Keychain) throws(KeychainError) -> [ListedItem]? {
        guard try keychain.lockState == .unlocked else { return nil }
        do throws(KeychainError) {
            let items = try ListedItem.all(in: keychain, visibility: hidden.visibility)
            guard let name = named.name.map({ ItemName($0) }) else { return items }
            return items.filter { name.fits($0) }
        } catch  where error.code.isInaccessible {
            // It was locked between the two requests.
            return nil
        }
    }

    private func tell(_ change: ItemChange) {
        Terminal.line(Shown(lines: json ? change.json : change.line))
    }
}
