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
            is never on a disk (but the system may move memory to its swap space). vim and \
            nvim are started without their history and swap file (-i NONE -n); other editors may \
            keep what was deleted, and settings of an editor can copy the file elsewhere. If what you \
            saved cannot be stored, you can edit it again; without a terminal to ask on, or after ^C, \
            the file stays, and the message has its path. When you close the terminal, what was not \
            stored is lost.

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
        let warning = wanted == true ? Self.warning(about: found, items) : nil
        let news = ChangeNews(of: keychain)
        if secret {
            try editSecret(items.secret(of: found)) { changed in
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
        if let warning { Terminal.say(warning) }
    }

    /// The warning about an item that is to be synchronized; `nil` if there is none.
    private static func warning(about item: ListedItem, _ items: Items) -> String? {
        // One that requires a proof of its user cannot be synchronized: its secret is not read.
        if case .accessControl(let control) = item.attributes[.accessControl],
            control.constraints?.isEmpty == false
        {
            return nil
        }
        guard !item.isSynchronized, let secret = try? items.secret(of: item) else { return nil }
        return OneTimeAddress.warning(whereSynchronized: item.name, secret)
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

    /// Has the secret edited and stores it; if that fails, again and again until the user gives it up.
    ///
    /// Meanwhile, the cause can be removed on another terminal: a full disk, or a deletion.
    private func editSecret(_ secret: SecretBytes, _ store: (SecretBytes) throws -> Void) throws {
        guard SecretText.isText(secret) else {
            throw Failure(
                .badInput,
                "the secret is not text",
                advice: "use 'keychainctl set --exact' to store other bytes"
            )
        }
        var file = try EditedFile()
        defer { file.remove() }
        let new = try file.edit(secret)
        guard new.count > 0 else { throw Self.unchanged("the secret would be empty") }
        guard !new.matches(secret) else { throw Self.unchanged("it is the same secret") }
        while true {
            do { return try store(new) } catch {
                try Self.askAgain(
                    "Try again? Otherwise, the new secret is lost.",
                    after: error,
                    keeping: new,
                    in: &file,
                    as: "the new secret",
                    advice: "store it, and then remove it"
                )
            }
        }
    }

    /// Has the attributes edited and changed, again and again until that succeeds or the user gives up.
    private func editAttributes(
        of item: ListedItem,
        _ change: (ItemAttributes) throws -> Void
    ) throws {
        let fields = FieldText(ItemField.all(of: item))
        var file = try EditedFile()
        defer { file.remove() }
        // The bytes as they are: those that are no text must be there when it is edited again.
        var text = SecretBytes(utf8: fields.text)
        var isEdited = false
        while true {
            do {
                text = try file.edit(text)
                isEdited = true
                let changes = try Self.changes(of: fields, in: text)
                guard !changes.isEmpty else { break }
                return try change(changes)
            } catch {
                // Later on, a disk can be full, or the editor fail, and there is a text to lose.
                guard isEdited, !file.isKept else { throw error }
                try Self.askAgain(
                    "Edit it again?",
                    after: error,
                    keeping: text,
                    in: &file,
                    as: "what you saved"
                )
            }
        }
        throw Self.unchanged("nothing is different")
    }

    /// Asks whether to try again; keeps the edited text where there is no terminal to ask on, or if a signal such as
    /// that of ^C comes instead of an answer.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - error: The failure of what was tried.
    ///   - text: The edited text.
    ///   - file: The file in which it is kept.
    ///   - what: Words for the text.
    ///   - advice: The advice where it is kept; `nil` for that of the failure.
    /// - Throws: The failure, if not, or with the path of the file.
    private static func askAgain(
        _ question: String,
        after error: any Error,
        keeping text: SecretBytes,
        in file: inout EditedFile,
        as what: String,
        advice: String? = nil
    ) throws {
        let failure = Failure(any: error)
        if Terminal.inputIsTerminal, TerminalPrompt.isPossible, !ForegroundProgram.isSignalHeld {
            Terminal.complain(failure.message)
            guard try Terminal.confirm(question, default: true) else { throw error }
            // A signal ends the question, too.
            if !ForegroundProgram.isSignalHeld { return }
        }
        guard let path = try file.keep(text) else { throw error }
        // The advice of the failure has the keychain in its commands already.
        throw Failure(
            failure.status,
            "\(failure.problem); \(what) is in \(path)",
            advice: advice ?? failure.advice,
            of: nil
        )
    }

    private static func changes(
        of fields: FieldText,
        in text: SecretBytes
    ) throws(Failure) -> ItemAttributes {
        guard let written = SecretText.copy(text) else {
            throw Failure(.badInput, "the text is not UTF-8", advice: "save it in this encoding")
        }
        return ItemField.changes(try fields.reading(written))
    }

    private static func unchanged(_ why: String) -> Failure {
        Failure(.declined, "nothing was changed: \(why)", advice: "run the command again")
    }
}
