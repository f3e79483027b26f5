internal import PortableKeychain

/// An option of the password verbs that is an attribute.
struct PasswordAttribute: Sendable {
    /// How the value is written.
    enum Form: Sendable {
        case text
        /// Four characters, kept as a number.
        case number
        /// Four characters, kept as such.
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
        PasswordAttribute("G", .generic, "generic", "Bytes of a program's own."),
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
        PasswordAttribute("c", .creator, "creator", "Who made it: four characters.", .number),
        PasswordAttribute("C", .type, "type", "The kind of item: four characters.", .number),
        PasswordAttribute("D", .description, "kind", "The kind of item, in words."),
        PasswordAttribute("j", .comment, "comment", "A comment."),
        PasswordAttribute("l", .label, "label", "What people read in lists."),
    ]

    /// The value that a word stands for.
    private func value(_ word: SecurityWord) throws(SecurityFailure) -> AttributeValue {
        switch form {
        case .text: return word.attribute
        case .port:
            guard let port = word.text.flatMap({ UInt16($0) }) else {
                throw .usage("-\(letter) is a number from 0 to 65535")
            }
            return .number(Int64(port))
        case .number, .code:
            guard let code = SecurityWord.code(word), let text = word.text else {
                throw SecurityFailure(1, "-\(letter) takes exactly four characters")
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
            // Where several were given, the last one counts, as always.
            attributes[attribute.key] = try attribute.value(word)
        }
        return attributes
    }
}
