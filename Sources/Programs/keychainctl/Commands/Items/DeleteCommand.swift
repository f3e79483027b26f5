internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl delete`.
struct DeleteCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete items.",
        discussion: """
            A name means one item; if several have it, none is deleted (status 65). \
            Options can select several, for which confirmation is asked.

            Without a terminal, several items are \
            deleted only with --yes. Of the local and the synchronized item of one name, it \
            deletes neither (status 65), unless --synchronizable or --no-synchronizable says \
            which. With --class and no other option, all items of the class \
            are deleted, but only with --yes or --all. A site means a passkey if no password has the \
            name, or with --class passkey.

            Deleted items lie in a trash, for 30 days unless 'keychainctl history' says otherwise: \
            'keychainctl undo' takes the deletion back, and 'keychainctl trash' shows them. With \
            --now, the items and all their earlier versions are gone at once; only their names are kept \
            as long, so that 'keychainctl undo' can say that it is too late.

            EXAMPLES
              keychainctl delete api/ci
              keychainctl delete --service api --yes
              keychainctl delete --service api --account old --now
              keychainctl delete --class internet --yes
              keychainctl delete --all
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Delete all items (of a class).") var all = false
    @Flag(help: "Delete them for good, with their earlier versions.") var now = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    static let takesPasskeys = true

    func run() throws {
        let selection = try selection()
        guard (named.name == nil && selection.isUnconditional) || !all else {
            throw Failure(
                .usage,
                "--all cannot be combined with a name or other options",
                advice: "omit one of them"
            )
        }
        if let (name, choice) = try named(named.name, for: .changing) {
            let keychain = try place.choice.openOnce()
            let item = try name.only(in: keychain, choice: choice)
            let news = ChangeNews(of: keychain)
            try Items(keychain: keychain).delete(item, forGood: now)
            return tell(1, news)
        }
        guard !selection.isUnconditional || all || (selection.itemClass != nil && yes) else {
            throw Failure(
                .usage,
                selection.itemClass == nil
                    ? "no items are selected" : "this would delete all items of the class",
                advice: selection.itemClass == nil
                    ? "name one, use options to select them, or use --all" : "use --yes to confirm"
            )
        }
        let keychain = try place.open()
        let items = Items(keychain: keychain)
        guard !selection.selectsPasskeysOnly else {
            return try delete(selection, passkeysOf: items)
        }
        try items.checkIsNoPair(selection)
        if !yes {
            let found = try items.find(selection, .attributes).count
            guard try found < 2 || Terminal.confirm("Delete \(counted(found, "item"))?") else {
                throw Failure(.declined, "nothing was deleted", advice: "select fewer items")
            }
        }
        let news = ChangeNews(of: keychain)
        let count = try items.delete(selection, forGood: now)
        guard count > 0 else { throw KeychainError(.itemNotFound) }
        tell(count, news)
    }

    /// Deletes passkeys, which only their options select: to the keychain they are keys.
    private func delete(_ selection: ItemSelection, passkeysOf items: Items) throws {
        let found = try items.listed(selection)
        guard !found.isEmpty else { throw KeychainError(.itemNotFound) }
        let many = "Delete \(counted(found.count, "passkey"))?"
        guard try yes || found.count < 2 || Terminal.confirm(many) else {
            throw Failure(.declined, "nothing was deleted", advice: "select fewer passkeys")
        }
        let news = ChangeNews(of: items.keychain)
        try items.delete(found, forGood: now)
        tell(found.count, news)
    }

    /// Reports the deletion, and the way back.
    private func tell(_ count: Int, _ news: ChangeNews) {
        if !now, news.tell() { return }
        if count > 1 || Terminal.isInteractive {
            let end = news.isKept && !now ? "" : " for good"
            Terminal.say("\(counted(count, "item")) deleted\(end).")
        }
    }
}
