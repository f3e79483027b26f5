internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
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

            --synchronizable and --no-synchronizable turn synchronization on and off; the secret \
            stays as it is. When it is turned off, the other machines that synchronize the \
            keychain delete the item, so that is asked first. If there are a local and a \
            synchronized item of the name, the options choose one.

            The editor's file is in memory, in a private folder that is removed at the end, so it \
            is never on a disk (but the system may move memory to its swap space). Settings of the \
            editor can copy it elsewhere.

            EXAMPLES
              keychainctl edit api/ci --label "Deploy token" --comment "Expires in May"
              keychainctl edit api/ci
              EDITOR=nano keychainctl edit "Wifi notes" --secret
              keychainctl edit api/ci --synchronizable
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Edit the secret, and nothing else.") var secret = false
    @Option(
        help: ArgumentHelp(
            "The access group of the item, if items of several groups have the name.",
            valueName: "group"
        )
    )
    var inGroup: String?
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func validate() throws {
        var others = try? selection()
        others?.attributes[.synchronizable] = nil
        guard !secret || others?.isUnconditional == true else {
            throw ValidationError("Use either --secret or options for attributes.")
        }
    }

    func run() throws {
        var new = try selection()
        let keychain = try place.choice.openOnce()
        let found = try ItemName(name).only(in: keychain, choice: choice(new))
        guard new.itemClass == nil || new.itemClass == found.itemClass else {
            throw Failure(
                .usage,
                "the item is \(found.className), and has no such attributes",
                advice: "use only options of its class"
            )
        }
        let items = Items(keychain: keychain)
        let wanted = new.synchronizable
        if wanted == found.isSynchronized { new.attributes[.synchronizable] = nil }
        if wanted == false, found.isSynchronized { try confirmTurningOff(found) }
        let news = ChangeNews(of: keychain)
        if secret {
            let changed = try edited(items.secret(of: found))
            try Self.keeping("the new secret") {
                try items.change(found, ItemChanges(attributes: new.attributes, secret: changed))
            }
        } else if wanted != nil, new.isUnconditional {
            // It is so already; only two items of the name would leave something to do.
            try items.checkHasNoTwin(found)
        } else if new.isUnconditional {
            try editAttributes(of: found) { changes in
                try items.change(found, ItemChanges(attributes: changes))
            }
        } else {
            try items.change(found, ItemChanges(attributes: new.attributes))
        }
        news.tell()
    }

    /// The choice of the item by its name and the options that choose; most options are new values.
    private func choice(_ new: ItemSelection) -> ItemChoice {
        var choice = ItemChoice(
            itemClass: item.itemClass,
            attributes: inGroup.map { [.accessGroup: .string($0)] } ?? [:],
            synchronizable: new.synchronizable,
            for: .changing
        )
        choice.choosesBetweenTwinsOnly = true
        choice.options = [.accessGroup: "--in-group"]
        return choice
    }

    private func confirmTurningOff(_ item: ListedItem) throws {
        let question =
            "The other machines that synchronize this keychain will delete '\(item.name)'; it stays "
            + "here. Turn it off?"
        guard try yes || Terminal.confirm(question) else {
            throw Self.unchanged("'\(item.name)' stays synchronized")
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

    /// Has the attributes edited and changed, again and again until that succeeds or the user gives up.
    private func editAttributes(
        of item: ListedItem,
        _ change: (ItemAttributes) throws -> Void
    ) throws {
        let fields = FieldText(ItemField.all(of: item))
        let file = try EditedFile()
        defer { file.remove() }
        var text = fields.text
        while true {
            text = SecretText.copy(try file.edit(SecretBytes(utf8: text))) ?? ""
            do {
                let changes = ItemField.changes(try fields.reading(text))
                guard !changes.isEmpty else { throw Self.unchanged("nothing is different") }
                return try change(changes)
            } catch let error {
                let failure = Failure(any: error)
                guard failure.status != .declined, Terminal.inputIsTerminal else { throw error }
                Terminal.complain(failure.message)
                guard try Terminal.confirm("Edit it again?") else { throw error }
            }
        }
    }

    /// Stores what was typed; if that fails, again and again until the user gives it up.
    ///
    /// Meanwhile, the cause can be removed on another terminal: a full disk, or a deletion.
    private static func keeping(_ what: String, _ store: () throws -> Void) throws {
        while true {
            do { return try store() } catch {
                guard Terminal.inputIsTerminal else { throw error }
                Terminal.complain(Failure(any: error).message)
                guard try Terminal.confirm("Try again? Otherwise, \(what) is lost.") else {
                    throw error
                }
            }
        }
    }

    private static func unchanged(_ why: String) -> Failure {
        Failure(.declined, "nothing was changed: \(why)", advice: "run the command again")
    }
}
