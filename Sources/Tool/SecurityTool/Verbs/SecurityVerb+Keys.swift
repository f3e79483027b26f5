internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

extension SecurityVerb {
    /// The verb that shows keys.
    static let findKey = SecurityVerb(
        name: "find-key",
        summary: "Show all matching keys.",
        options: keyOptions,
        operands: "[keychain...]",
        function: "SecKeychainSearchCopyNext",
        failsWithOne: true
    ) { call in
        let attributes = try keyAttributes(call)
        var text = ""
        let keychains = try SecurityKeychains.toSearch(call.operands, call)
        for keychain in keychains.opened {
            let items = Items(keychain: keychain)
            let selection = ItemSelection(itemClass: .key, attributes: attributes)
            for item in try items.find(selection, .attributes, interaction: .skip) {
                text += FoundItem(item: item, items: items).block
            }
        }
        guard !text.isEmpty else { throw keychains.absence }
        Terminal.show(Shown(lines: text))
    }

    /// The options that select keys.
    static let keyOptions: [SecurityOption] =
        [
            .value("a", "label", "The application label, in hexadecimal digits or as text."),
            .value("c", "creator", "The creator code: four characters."),
            .value("D", "description", "The kind of item.", .refused("keys have none")),
            .value("j", "comment", "A comment.", .refused("keys have none")),
            .value("l", "label", "The name shown in lists."),
            .value("t", "type", "symmetric, public or private."),
        ] + abilities.map { .flag($0.letter, "Only keys that can \($0.name).") }

    private static let abilities: [(letter: Character, key: AttributeKey, name: String)] = [
        ("d", .canDecrypt, "decrypt"), ("e", .canEncrypt, "encrypt"), ("r", .canDerive, "derive"),
        ("s", .canSign, "sign"), ("u", .canUnwrap, "unwrap"), ("v", .canVerify, "verify"),
        ("w", .canWrap, "wrap"),
    ]

    private static func keyAttributes(
        _ call: SecurityInvocation
    ) throws(SecurityFailure) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes[.label] = call.word("l")?.attribute
        if let word = call.word("a") {
            let digits = word.text?.hasPrefix("0x") == true ? word.dropFirst(2) : word
            let bytes = HexadecimalDigits.secret(digits.bytes) ?? word.bytes
            attributes[.applicationLabel] = SecurityWord.attribute(of: bytes)
        }
        if let word = call.word("c") {
            guard let code = SecurityWord.code(word) else {
                throw SecurityFailure(1, "the value of -c must have exactly four characters")
            }
            attributes[.creator] = code
        }
        for ability in abilities where call.has(ability.letter) {
            attributes[ability.key] = .number(1)
        }
        switch try call.text("t") {
        case nil: break
        case "public": attributes[.keyClass] = .string(KeyClass.publicKey.rawValue)
        case "private": attributes[.keyClass] = .string(KeyClass.privateKey.rawValue)
        case "symmetric": throw .notHere("-t symmetric: the keychain stores only key pairs")
        default: throw .usage("the value of -t must be symmetric, public or private")
        }
        return attributes
    }
}
