internal import ArgumentParser
internal import PortableKeychain

/// The attributes of items as options: what a new item has, or what an item must have to match.
struct ItemOptions: ParsableArguments {
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "generic or internet; follows from the other options where it can.",
            valueName: "class"
        ),
        completion: .list(["generic", "internet"])
    )
    var className: ClassName?
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions

    /// The classes by their names.
    enum ClassName: String, ExpressibleByArgument {
        case generic
        case internet
    }

    /// What the options name.
    func selection() throws(Failure) -> ItemSelection {
        var attributes = ItemAttributes()
        var named = className.map {
            $0 == .internet ? ItemClass.internetPassword : .genericPassword
        }
        let given = generic.given + internet.given + common.given
        for case (let key, let text?) in given {
            guard let name = AttributeName.of(key) else { continue }
            attributes[key] = try name.value(text)
            guard let owner = name.itemClass else { continue }
            guard named == nil || named == owner else {
                let kind = owner == .internetPassword ? "internet" : "generic"
                throw Failure(
                    .usage,
                    "only \(kind) passwords have --\(name.name)",
                    advice: "leave it out, or name the other class alone"
                )
            }
            named = owner
        }
        return ItemSelection(itemClass: named, attributes: attributes)
    }

    /// What the options name, for a command that stores an item of it.
    func newItem() throws(Failure) -> ItemSelection {
        let selection = try selection()
        guard selection.itemClass != nil else {
            throw Failure(
                .usage,
                "it takes --service or --server to know what the secret is for",
                advice: "name one of them"
            )
        }
        return selection
    }
}

/// The attributes that generic passwords alone have.
struct GenericPasswordOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "What the secret is for, such as a program or an API.")
    var service: String?
    @Option(help: "Bytes of a program's own: text, or 0x and hexadecimal digits.")
    var generic: String?

    fileprivate var given: [(AttributeKey, String?)] {
        [(.service, service), (.generic, generic)]
    }
}

/// The attributes that internet passwords alone have.
struct InternetPasswordOptions: ParsableArguments {
    @Option(help: "The host, such as example.com.")
    var server: String?
    @Option(
        name: .customLong("protocol"),
        help: ArgumentHelp(
            "https, ssh, imap, …, or Apple's four characters.",
            valueName: "protocol"
        )
    )
    var networkProtocol: String?
    @Option(help: "The port.") var port: String?
    @Option(help: "The path on the server.") var path: String?
    @Option(help: "http-basic, http-digest, html-form, ntlm, …, or Apple's four characters.")
    var authType: String?
    @Option(help: "The realm of the server that the account belongs to.")
    var securityDomain: String?

    fileprivate var given: [(AttributeKey, String?)] {
        [
            (.server, server), (.networkProtocol, networkProtocol), (.port, port), (.path, path),
            (.authenticationType, authType), (.securityDomain, securityDomain),
        ]
    }
}

/// The attributes that both classes have.
struct CommonOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "Whose secret it is.") var account: String?
    @Option(name: .shortAndLong, help: "What a person reads in a list.") var label: String?
    @Option(help: "What kind of item a person sees, such as 'API token'.")
    var description: String?
    @Option(help: "A comment.") var comment: String?
    @Option(help: "Who made the item: a number or four characters.") var creator: String?
    @Option(help: "A kind of item: a number or four characters.") var type: String?
    @Option(help: "A script code.") var scriptCode: String?
    @Option(help: "Another name.") var alias: String?
    @Option(help: "More bytes of a program's own: text, or 0x and hexadecimal digits.")
    var protected: String?
    @Flag(inversion: .prefixedNo, help: "Whether programs leave the item out of lists.")
    var invisible: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether there is deliberately no password.")
    var negative: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether the item has its own icon.")
    var customIcon: Bool?
    @Option(
        help: ArgumentHelp(
            "When it can be read: \(AccessibilityName.all.joined(separator: ", ")); or Apple's "
                + "letters ak, ck, dk, aku, cku, dku, akpu.",
            valueName: "when"
        ),
        completion: .list(AccessibilityName.all)
    )
    var accessible: String?
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the item belongs to the synchronized set; searches take both."
    )
    var synchronizable: Bool?
    @Option(help: "The access group: 'keychainctl' for new items, any when searching.")
    var group: String?

    fileprivate var given: [(AttributeKey, String?)] {
        [
            (.account, account), (.label, label), (.description, description),
            (.comment, comment), (.creator, creator), (.type, type), (.scriptCode, scriptCode),
            (.alias, alias), (.protected, protected), (.isInvisible, digit(invisible)),
            (.isNegative, digit(negative)), (.hasCustomIcon, digit(customIcon)),
            (.accessible, accessible), (.synchronizable, digit(synchronizable)),
            (.accessGroup, group),
        ]
    }

    private func digit(_ flag: Bool?) -> String? { flag.map { $0 ? "1" : "0" } }
}
