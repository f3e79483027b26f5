internal import ArgumentParser
internal import CKeychainPlatform
internal import ForeignCrypto
internal import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl otp code`.
struct OTPCodeCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "code",
        abstract: "Print the present one-time code of an item.",
        discussion: """
            The item is one that 'keychainctl otp add' or an import made, by its label, service or \
            address, with or without '/' and the account. If several have the name, they are \
            listed and no code is printed (status 65); if none has it, the status is 44. A code \
            that counts (HOTP) is printed after the next counter was stored.

            On a terminal, the seconds that the code is still valid are shown, and a message if \
            the computer's clock, on which codes depend, is not synchronized.

            EXAMPLES
              keychainctl otp github.com
              keychainctl otp github.com/ann | wl-copy
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.choice.openOnce()
        let item = try OneTimeItem.named(name, in: keychain, try choice.choice(for: .reading))
        let items = Items(keychain: keychain)
        let address = try OneTimeAddress(items.secret(of: item))
        let code = address.key.code()
        // First: a code that was printed must not be the next one too.
        if let next = address.next { try items.change(item, ItemChanges(secret: next.text)) }
        if json {
            return Terminal.json(.object(OneTimeItem.json(item) + OneTimeItem.json(code)))
        }
        SecretOutput.write(code.text)
        if Terminal.isInteractive, let warning = OneTimeAddress.warning(about: item, address.text) {
            Terminal.say(warning)
        }
        guard let seconds = code.secondsLeft, Terminal.isInteractive else { return }
        Terminal.say("Valid for \(seconds) more second\(seconds == 1 ? "" : "s").")
        if pk_clock_is_synchronized() == 0 {
            Terminal.say(
                "The clock of this computer is not synchronized, so the code may be refused."
            )
        }
    }
}

/// Items with secrets of one-time codes: generic passwords of this description.
enum OneTimeItem {
    static let kind = ForeignEntry.oneTimePassword

    /// The only item of one-time codes that has a name; the part of labels and services that states
    /// their kind can be left out.
    static func named(
        _ name: String,
        in keychain: Keychain,
        _ choice: ItemChoice
    ) throws -> ListedItem {
        try ItemName(name, omitting: [": \(kind)", " (\(kind))"])
            .only(in: keychain, kind: kind, choice: choice, where: isOne)
    }

    /// Whether an item has such a secret.
    static func isOne(_ item: ListedItem) -> Bool { item.text(.description).hasPrefix(kind) }

    /// The item of a code, for programs.
    static func json(_ item: ListedItem) -> [(String, JSON)] {
        [("service", .string(item.text(.service))), ("account", .string(item.text(.account)))]
    }

    /// A code, and for how long it is good if that depends on the time.
    static func json(_ code: OneTimeKey.Code) -> [(String, JSON)] {
        [("code", .secret(code.text))]
            + (code.secondsLeft.map { [("seconds-left", .number(Int64($0)))] } ?? [])
    }

    /// The attributes of a new item.
    static func item(issuer: String, account: String) -> GenericPassword {
        var item = GenericPassword(
            service: "\(issuer): \(kind)",
            account: account,
            label: "\(issuer) (\(kind))"
        )
        item.attributes[.description] = .string(kind)
        return item
    }
}
