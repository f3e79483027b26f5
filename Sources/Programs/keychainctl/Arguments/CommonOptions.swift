internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The options for attributes of both classes.
struct CommonOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The account name.") var account: String?
    @Option(name: .shortAndLong, help: "The name shown in lists.") var label: String?
    @Option(help: "The kind of item, such as 'API token'.")
    var description: String?
    @Option(help: "A comment.") var comment: String?
    @Option(help: .rare("The creator code: a number or four characters.")) var creator: String?
    @Option(help: .rare("The type code: a number or four characters.")) var type: String?
    @Option(help: .rare("The script code: a number.")) var scriptCode: String?
    @Option(help: .rare("An alternative name.")) var alias: String?
    @Option(help: .rare("More data of a program: text, or 0x and hexadecimal digits."))
    var protected: String?
    @Flag(inversion: .prefixedNo, help: .rare("Whether programs hide the item in lists."))
    var invisible: Bool?
    @Flag(inversion: .prefixedNo, help: .rare("Whether the item deliberately has no password."))
    var negative: Bool?
    @Flag(inversion: .prefixedNo, help: .rare("Whether the item has its own icon."))
    var customIcon: Bool?
    @Option(
        help: ArgumentHelp(
            "When it can be read: \(AccessibilityName.all.joined(separator: ", ")); or Apple's "
                + "letters ak, ck, dk, aku, cku, dku, akpu.",
            valueName: "when",
            visibility: .hidden
        ),
        completion: .list(AccessibilityName.all)
    )
    var accessible: String?
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the item is marked as synchronized. Searches find both by default."
    )
    var synchronizable: Bool?
    @Option(help: "The access group. Default: 'keychainctl' for new items, any in searches.")
    var group: String?

    var given: [(AttributeKey, String?)] {
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

extension ArgumentHelp {
    /// The help of an option that few people need: `--help --all` and the manual have it.
    static func rare(_ text: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(text, valueName: valueName, visibility: .hidden)
    }
}
