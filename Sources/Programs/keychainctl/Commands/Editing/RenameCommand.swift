internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl rename`.
struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give an item another name, without typing its secret again.",
        discussion: """
            Changes what the name is: the label, the service, or both if they are the same. If the \
            name has the account after '/', the new name has it too. An item that already has the \
            new service and account stays as it is (status 45). The server of an internet password \
            is changed with 'edit'. Of a passkey, the name of the account changes here alone: the site is not told.

            EXAMPLES
              keychainctl rename "Home router" "Attic router"
              keychainctl rename api/ci deploy/ci
              keychainctl rename --class passkey example.com/ann example.com/anna
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @Argument(help: "The new name.") var new: String
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.choice.openOnce()
        let choice = try choice.choice(for: .changing, among: .passkeysToo)
        let item = try ItemName(name).only(in: keychain, choice: choice)
        if item.passkey != nil {
            let news = ChangeNews(of: keychain)
            try Items(keychain: keychain).rename(passkey: item, to: new)
            news.tell()
            return
        }
        guard let changes = Self.changes(of: item, from: name, to: new) else {
            throw Failure(
                .usage,
                "'\(name)' is the address of the item, and '\(new)' cannot take its place",
                advice:
                    "use 'keychainctl edit \(AdvisedCommand.name(name))' with the options that are "
                    + "to change"
            )
        }
        let news = ChangeNews(of: keychain)
        try Items(keychain: keychain).change(item, ItemChanges(attributes: changes))
        news.tell()
    }

    /// The changes of an item for a new name; `nil` if the old name is neither its label nor its
    /// service.
    static func changes(
        of item: ListedItem,
        from name: String,
        to new: String
    ) -> ItemAttributes? {
        let account = item.text(.account)
        let keys: [AttributeKey] = [.label, .service]
        func named(_ place: String) -> [AttributeKey] { keys.filter { item.text($0) == place } }
        let plain = named(name)
        if !plain.isEmpty, !new.isEmpty { return attributes(plain, new) }
        let (scalars, suffix) = (name.unicodeScalars, "/\(account)".unicodeScalars)
        guard !account.isEmpty, scalars.reversed().starts(with: suffix.reversed()),
            let slash = new.unicodeScalars.lastIndex(of: "/"), slash != new.startIndex
        else { return nil }
        let keysWithAccount = named(String(scalars.dropLast(suffix.count)))
        guard !keysWithAccount.isEmpty else { return nil }
        var changes = attributes(keysWithAccount, String(new[..<slash]))
        changes[.account] = .string(String(new[new.unicodeScalars.index(after: slash)...]))
        return changes
    }

    private static func attributes(_ keys: [AttributeKey], _ text: String) -> ItemAttributes {
        var attributes: ItemAttributes = [:]
        for key in keys { attributes[key] = .string(text) }
        return attributes
    }
}
