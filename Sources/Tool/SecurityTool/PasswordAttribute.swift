@_spi(Keepers) internal import PortableKeychain

/// An option of the password verbs that sets an attribute.
struct PasswordAttribute: Sendable {
    /// The format of the value.
    enum Form: Sendable {
        case text
        /// Four characters, stored as a number.
        case number
        /// Four characters, stored as text.
        case code
        case port
    }

    let letter: Character
    let key: AttributeKey
    let form: Form
    let name: String
    let meaning: String

    init(
        _ letter: Character,
        _ key: AttributeKey,
        _ name: String,
        _ meaning: String,
        _ form: Form = .text
    ) {
        (self.letter, self.key, self.form, self.name) = (letter, key, form, name)
        self.meaning = meaning
    }

    /// The option.
    var option: SecurityOption { .value(letter, name, meaning) }

    /// The attributes of a class.
    static func of(_ itemClass: ItemClass) -> [PasswordAttribute] {
        itemClass == .internetPassword ? internet + common : generic + common
    }

    private static let generic: [PasswordAttribute] = [
        PasswordAttribute("s", .service, "service", "The name of the service."),
        PasswordAttribute("G", .generic, "generic", "Data of a program."),
    ]

    private static let internet: [PasswordAttribute] = [
        PasswordAttribute("s", .server, "server", "The name of the server."),
        PasswordAttribute("d", .securityDomain, "domain", "The security domain."),
        PasswordAttribute("p", .path, "path", "The path on the server."),
        PasswordAttribute("P", .port, "port", "The port.", .port),
        PasswordAttribute("r", .networkProtocol, "protocol", "Four characters: htps, ssh …", .code),
        PasswordAttribute("t", .authenticationType, "type", "Four characters: dflt, form …", .code),
    ]

    private static let common: [PasswordAttribute] = [
        PasswordAttribute("a", .account, "account", "The name of the account."),
        PasswordAttribute("c", .creator, "creator", "The creator code: four characters.", .number),
        PasswordAttribute("C", .type, "type", "The type code: four characters.", .number),
        PasswordAttribute("D", .description, "kind", "The kind of item, as shown to people."),
        PasswordAttribute("j", .comment, "comment", "A comment."),
        PasswordAttribute("l", .label, "label", "The name shown in lists."),
    ]

    /// The value of a word.
    private func value(_ word: SecurityWord) throws(SecurityFailure) -> AttributeValue {
        switch form {
        case .text: return word.attribute
        case .port:
            guard let port = word.text.flatMap({ UInt16($0) }) else {
                throw .usage("the value of -\(letter) must be a number from 0 to 65535")
            }
            return .number(Int64(port))
        case .number, .code:
            guard let code = SecurityWord.code(word), let text = word.text else {
                throw SecurityFailure(
                    1,
                    "the value of -\(letter) must have exactly four characters"
                )
            }
            return form == .number ? code : .string(text)
        }
    }

    /// The attributes among the options of a command.
    static func given(
        _ call: SecurityInvocation,
        _ itemClass: ItemClass
    ) throws(SecurityFailure) -> ItemAttributes {
        var attributes = ItemAttributes()
        for attribute in of(itemClass) {
            guard let word = call.word(attribute.letter) else { continue }
            // If an option was given several times, the last value is used.
            attributes[attribute.key] = try attribute.value(word)
        }
        return attributes
    }
}
