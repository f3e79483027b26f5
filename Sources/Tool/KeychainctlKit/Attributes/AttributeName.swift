@_spi(Keepers) package import PortableKeychain
internal import KeychainEssentials

/// The command line's name for an attribute, in options and in output, and the format of its
/// values.
package struct AttributeName: Sendable {
    package let key: AttributeKey
    /// The name of the option, without dashes.
    package let name: String
    package let form: AttributeForm
    /// The only class that has the attribute; `nil` if both classes have it.
    package var itemClass: ItemClass?

    /// All attributes of passwords, in the order in which they are shown.
    package static let all: [AttributeName] = [
        AttributeName(.service, "service", .text, .genericPassword),
        AttributeName(.server, "server", .text, .internetPassword),
        AttributeName(.networkProtocol, "protocol", .networkProtocol, .internetPassword),
        AttributeName(.port, "port", .port, .internetPassword),
        AttributeName(.path, "path", .text, .internetPassword),
        AttributeName(.authenticationType, "auth-type", .authentication, .internetPassword),
        AttributeName(.securityDomain, "security-domain", .text, .internetPassword),
        AttributeName(.account, "account", .text),
        AttributeName(.label, "label", .text),
        AttributeName(.description, "description", .text),
        AttributeName(.comment, "comment", .text),
        AttributeName(.generic, "generic", .bytes, .genericPassword),
        AttributeName(.creator, "creator", .fourCharacters),
        AttributeName(.type, "type", .fourCharacters),
        AttributeName(.scriptCode, "script-code", .number),
        AttributeName(.alias, "alias", .text),
        AttributeName(.protected, "protected", .bytes),
        AttributeName(.isInvisible, "invisible", .truth),
        AttributeName(.isNegative, "negative", .truth),
        AttributeName(.hasCustomIcon, "custom-icon", .truth),
        AttributeName(.accessGroup, "group", .text),
        AttributeName(.accessible, "accessible", .accessibility),
        AttributeName(.accessControl, "access-control", .accessControl),
        AttributeName(.synchronizable, "synchronizable", .truth),
        AttributeName(.creationDate, "created", .date),
        AttributeName(.modificationDate, "modified", .date),
        AttributeName(.extraNotes, "notes", .bytes, .internetPassword),
        AttributeName(.extraHistory, "history", .bytes, .internetPassword),
        AttributeName(.extraClientDefined0, "client-0", .bytes, .internetPassword),
        AttributeName(.extraClientDefined1, "client-1", .bytes, .internetPassword),
        AttributeName(.extraClientDefined2, "client-2", .bytes, .internetPassword),
        AttributeName(.extraClientDefined3, "client-3", .bytes, .internetPassword),
    ]

    /// The attributes of keys, certificates and identities.
    package static let objects: [AttributeName] = [
        AttributeName(.keyClass, "half", .keyHalf),
        AttributeName(.type, "type", .keyType),
        AttributeName(.keySizeInBits, "size", .number),
        AttributeName(.tokenID, "token", .text),
        AttributeName(.applicationTag, "tag", .bytes),
        AttributeName(.label, "label", .text),
        AttributeName(.alias, "alias", .text),
        AttributeName(.serialNumber, "serial", .digits),
        AttributeName(.subjectKeyID, "subject-key-id", .digits),
        AttributeName(.publicKeyHash, "public-key-hash", .digits),
        AttributeName(.applicationLabel, "application-label", .digits),
        AttributeName(.accessGroup, "group", .text),
        AttributeName(.accessible, "accessible", .accessibility),
        AttributeName(.accessControl, "access-control", .accessControl),
        AttributeName(.synchronizable, "synchronizable", .truth),
        AttributeName(.creationDate, "created", .date),
        AttributeName(.modificationDate, "modified", .date),
    ]

    private init(
        _ key: AttributeKey,
        _ name: String,
        _ form: AttributeForm,
        _ itemClass: ItemClass? = nil
    ) {
        self.key = key
        self.name = name
        self.form = form
        self.itemClass = itemClass
    }

    /// The name of an attribute.
    package static func of(_ key: AttributeKey) -> AttributeName? { all.first { $0.key == key } }

    /// The text of a password's attribute for output.
    static func text(of key: AttributeKey, _ value: AttributeValue) -> String {
        // The form of most attributes, found quickly for each item of a long list.
        if case .string(let text) = value, texts.contains(key) { return text }
        return of(key)?.form.text(value) ?? ""
    }

    /// The attributes whose form is ``AttributeForm/text``.
    private static let texts = all.filter { $0.form == .text }.map(\.key)

    /// The attributes of an item that differ from their defaults, with their names.
    package static func named(
        _ attributes: ItemAttributes,
        _ names: [AttributeName] = all
    ) -> [(name: AttributeName, value: AttributeValue)] {
        // Decoded once, because each name is looked for.
        let attributes = attributes.encoded?.all ?? attributes
        return names.compactMap { name in
            attributes[name.key].flatMap { name.form.saysNothing($0) ? nil : (name, $0) }
        }
    }

    /// Parses the text of an option.
    package func value(_ text: String) throws(Failure) -> AttributeValue {
        guard let value = form.value(text) else {
            throw Failure(
                .usage,
                "the value of --\(name) must be \(form.expectation)",
                advice: "see --help"
            )
        }
        return value
    }
}
