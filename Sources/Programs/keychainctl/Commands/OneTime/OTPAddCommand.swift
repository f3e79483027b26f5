internal import ArgumentParser
internal import ForeignCrypto
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl otp add`.
struct OTPAddCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Store the secret of one-time codes.",
        discussion: """
            Takes the address 'otpauth://' of a QR code, or the secret in Base32 that services \
            show beside it: from a prompt on a terminal, otherwise from standard input; with --qr, \
            from a picture, which the program zbarimg reads. Prints the first code, which the \
            service usually asks for.

            An item that exists already stays as it is (status 45). With --replace, it gets the \
            new secret, and 'keychainctl undo' brings back the old one. Do not synchronize an item \
            whose codes count (HOTP): on two machines, used codes come again.

            EXAMPLES
              keychainctl otp add github.com/ann
              keychainctl otp add --qr screenshot.png
            """
    )

    @Argument(help: "Who issues the codes and the account: issuer or issuer/account.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Who issues the codes, such as github.com. Default: what the address says.",
            valueName: "name"
        )
    )
    var issuer: String?

    @Option(
        help: ArgumentHelp("The account. Default: what the address says.", valueName: "account")
    )
    var account: String?

    @Option(
        help: ArgumentHelp("A picture with the QR code.", valueName: "file"),
        completion: .file()
    )
    var qr: String?

    @Flag(help: "Store the secret in place of the one that is there.") var replace = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func validate() throws {
        guard name == nil || (issuer == nil && account == nil) else {
            throw ValidationError("Use either a name, or --issuer and --account.")
        }
    }

    /// The issuer and the account that the command line names.
    private var named: (issuer: String?, account: String?) {
        guard let name else { return (issuer, account) }
        let parts = name.split(at: "/", maxSplits: 1).map { String($0) }
        return (parts[0], parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil)
    }

    func run() throws {
        var address = try OneTimeAddress(try text())
        address.issuer = named.issuer ?? address.issuer
        address.account = named.account ?? address.account
        guard !address.issuer.isEmpty else {
            throw Failure(
                .usage,
                "nothing says who issues the codes",
                advice: "name the service, as in 'keychainctl otp add github.com/ann'"
            )
        }
        let item = OneTimeItem.item(issuer: address.issuer, account: address.account)
        let code = address.key.code()
        // A code that was printed must not be the next one too.
        try store((address.next ?? address).text, for: item, of: address)
        if json {
            let listed = ListedItem(itemClass: .genericPassword, attributes: item.attributes)
            return Terminal.json(.object(OneTimeItem.json(listed) + OneTimeItem.json(code)))
        }
        if Terminal.isInteractive { Terminal.say("Stored. The present code:") }
        SecretOutput.write(code.text)
    }

    private func store(
        _ secret: SecretBytes,
        for item: GenericPassword,
        of address: OneTimeAddress
    ) throws {
        let selection = ItemSelection(itemClass: .genericPassword, attributes: item.attributes)
        let items = Items(keychain: try place.openToStore())
        guard !replace else { return try items.set(selection, secret) }
        let advice = "use --replace if the service has given you a new secret"
        do {
            try items.add(selection, secret, advice: advice)
        } catch let error as KeychainError where error.code == .duplicateItem {
            let name = [address.issuer, address.account].filter { !$0.isEmpty }
            throw Failure(
                Failure(error).status,
                "one-time codes of '\(name.joined(separator: "/"))' are stored already",
                advice: advice
            )
        }
    }

    private func text() throws -> SecretBytes {
        guard let qr else {
            if Terminal.inputIsTerminal {
                return try SecretPrompt.ask("Address or secret: ")
            }
            return try SecretInput.line(from: 0)
        }
        return try QRPicture.text(of: qr)
    }
}
