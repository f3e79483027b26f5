internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl edit`.
struct EditCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change attributes of an item, without its secret.",
        discussion: """
            The options are new values. Without any, the editor of the variables VISUAL and EDITOR \
            shows the label, account, service or server, description and comment; what you save is \
            stored. With --secret, the editor shows only the secret.

            The editor's file is in memory, in a private folder that is removed at the end, so it \
            is never on a disk (but the system may move memory to its swap space). Settings of the \
            editor can copy it elsewhere.

            EXAMPLES
              keychainctl edit api/ci --label "Deploy token" --comment "Expires in May"
              keychainctl edit api/ci
              EDITOR=nano keychainctl edit "Wifi notes" --secret
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Edit the secret, and nothing else.") var secret = false

    func validate() throws {
        guard !secret || (try? selection())?.isUnconditional == true else {
            throw ValidationError("Use either --secret or options for attributes.")
        }
    }

    func run() throws {
        let new = try selection()
        let keychain = try place.choice.openOnce()
        let found = try ItemName(name).only(in: keychain)
        guard new.itemClass == nil || new.itemClass == found.itemClass else {
            throw Failure(
                .usage,
                "the item is \(found.className), and has no such attributes",
                advice: "use only options of its class"
            )
        }
        let items = Items(keychain: keychain)
        if secret {
            try items.change(found, ItemChanges(secret: edited(items.secret(of: found))))
        } else if new.isUnconditional {
            try items.change(found, ItemChanges(attributes: editedAttributes(of: found)))
        } else {
            try items.change(found, ItemChanges(attributes: new.attributes))
        }
    }

    private func edited(_ secret: SecretBytes) throws -> SecretBytes {
        guard SecretText.isText(secret) else {
            throw Failure(
                .badInput,
                "the secret is not text",
                advice: "use 'keychainctl set --exact' to store other bytes"
            )
        }
        let file = try EditedFile()
        defer { file.remove() }
        let new = try file.edit(secret)
        guard new.count > 0 else { throw Self.unchanged("the secret would be empty") }
        guard !new.matches(secret) else { throw Self.unchanged("it is the same secret") }
        return new
    }

    private func editedAttributes(of item: ListedItem) throws -> ItemAttributes {
        let fields = FieldText(ItemField.all(of: item))
        let file = try EditedFile()
        defer { file.remove() }
        var text = fields.text
        while true {
            text = SecretText.copy(try file.edit(SecretBytes(utf8: text))) ?? ""
            do throws(Failure) {
                let changes = ItemField.changes(try fields.reading(text))
                guard !changes.isEmpty else { throw Self.unchanged("nothing is different") }
                return changes
            } catch {
                guard error.status == .badInput, Terminal.inputIsTerminal else { throw error }
                Terminal.complain(error.message)
                guard try Terminal.confirm("Edit it again?") else { throw error }
            }
        }
    }

    private static func unchanged(_ why: String) -> Failure {
        Failure(.declined, "nothing was changed: \(why)", advice: "run the command again")
    }
}

extension Items {
    /// Changes an item that a search returned.
    ///
    /// - Throws: `KeychainError.itemNotFound` if it was deleted since, `duplicateItem` if another
    ///   item has the new attributes already.
    func change(_ item: ListedItem, _ changes: ItemChanges) throws(KeychainError) {
        let request = ItemRequest(.update(changes), persistentReference: item.reference)
        guard try perform(request) != nil else { throw KeychainError(.itemNotFound) }
    }
}
