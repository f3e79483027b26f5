internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

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
