@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.1: which classes exist.
    static let classes = rules {
        for (name, itemClass, code) in classTable {
            for (verb, request) in requests(of: itemClass) {
                row(
                    "1.1/\(verb)-\(name)",
                    "The answer of \(verb) to class \(name).",
                    request,
                    .fails(code)
                )
            }
        }
        for itemClass in storedClasses {
            row(
                "1.1/\(itemClass.rawValue)",
                "The class \(itemClass.rawValue) exists.",
                given: [add(of: itemClass)],
                find(of: itemClass),
                .finds(1)
            )
        }
        row(
            "1.1/apart",
            "The same attributes in two classes are two items.",
            given: [add([.account: "ann"])],
            add([.account: "ann"], of: .internetPassword),
            .succeeds,
            then: [(find([.account: "ann"]), .finds(1))]
        )
        row(
            "1.1/all-apart",
            "Items without attributes differ by class.",
            given: storedClasses.map { add([.label: "x"], of: $0) },
            find([.label: "x"]),
            .finds(1),
            then: storedClasses.map { (find([.label: "x"], of: $0), .finds(1)) }
        )
    }

    /// The classes whose items are stored; identities are pairs of them.
    static let storedClasses: [ItemClass] = [
        .genericPassword, .internetPassword, .certificate, .key,
    ]

    private static let classTable: [(String, ItemClass?, KeychainError.Code)] = [
        ("absent", nil, .invalidParameter),
        ("unknown", ItemClass(rawValue: "nope"), .noSuchClass),
        ("empty", ItemClass(rawValue: ""), .noSuchClass),
        ("apls", ItemClass(rawValue: "apls"), .noSuchClass),
    ]

    /// The four verbs on a class.
    private static func requests(of itemClass: ItemClass?) -> [(String, ItemRequest)] {
        [
            ("add", add([.label: "x"], of: itemClass)),
            ("search", find([.label: "x"], of: itemClass)),
            ("update", update([.label: "x"], of: itemClass, to: [.label: "y"])),
            ("delete", delete([.label: "x"], of: itemClass)),
        ]
    }
}
