import PortableKeychain

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
        for itemClass in [ItemClass.genericPassword, .internetPassword] {
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
    }

    private static let classTable: [(String, ItemClass?, KeychainError.Code)] = [
        ("absent", nil, .invalidParameter),
        ("unknown", ItemClass(rawValue: "nope"), .noSuchClass),
        ("empty", ItemClass(rawValue: ""), .noSuchClass),
        ("apls", ItemClass(rawValue: "apls"), .noSuchClass),
        ("cert", .certificate, .unimplemented),
        ("keys", .key, .unimplemented),
        ("idnt", .identity, .unimplemented),
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
