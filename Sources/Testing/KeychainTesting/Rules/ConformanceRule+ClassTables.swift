@_spi(Keepers) import PortableKeychain

/// The attributes of a class of items.
struct ClassTable: Sendable {
    var section: String
    var itemClass: ItemClass
    /// An attribute of the key that compares bytes.
    var bytes: AttributeKey
    /// Key attributes with two values each.
    var key: [(AttributeKey, Word, Word)]
    /// Other attributes with two values each.
    var other: [(AttributeKey, Word, Word)]
    /// The defaults of the key's attributes.
    var defaults: AttributeWords

    /// The attributes of the primary key in every class.
    static let commonKey: [(AttributeKey, Word, Word)] = [
        (.synchronizable, 0, 1), (.syncViewHint, "a", "b"),
        (.accessGroup, .text(Trial.groups[0]), .text(Trial.groups[1])),
    ]

    /// The other attributes of every class.
    static let commonOther: [(AttributeKey, Word, Word)] = [
        (.label, "a", [2]), (.alias, "a", "b"), (.accessible, "ak", "ck"), (.systemBound, 0, 1),
    ]
}

extension ConformanceRule {
    // Two items always need two keys.
    private static let first: AttributeWords = [.syncViewHint: "1"]
    private static let second: AttributeWords = [.syncViewHint: "2"]

    static func tableRules(for table: ClassTable) -> [ConformanceRule] {
        rules {
            keyRules(table)
            for (key, one, two) in table.key + table.other {
                row(
                    "\(table.section)/find-\(key.name)",
                    "\(key.name) is kept and searched for.",
                    given: [
                        add(first.with([key: one]), of: table.itemClass),
                        add(second.with([key: two]), of: table.itemClass),
                    ],
                    find([key: two], of: table.itemClass),
                    .finds(1),
                    .has([key: two])
                )
                row(
                    "\(table.section)/change-\(key.name)",
                    "\(key.name) is updated.",
                    given: [add([key: one], of: table.itemClass)],
                    update([key: one], of: table.itemClass, to: [key: two]),
                    .succeeds,
                    then: [
                        (find([key: two], of: table.itemClass), .has([key: two])),
                        (find([key: one], of: table.itemClass), .finds(0)),
                    ]
                )
            }
            row(
                "\(table.section)/defaults",
                "The key's attributes are returned even if they were not set.",
                given: [add(of: table.itemClass)],
                find(of: table.itemClass),
                .has(table.defaults)
            )
            row(
                "\(table.section)/bare",
                "An item without attributes is legal, once.",
                given: [add(of: table.itemClass)],
                add(of: table.itemClass),
                .fails(.duplicateItem)
            )
            for (key, word) in table.defaults.attributes {
                row(
                    "\(table.section)/default-\(key.name)",
                    "The default of \(key.name) matches.",
                    given: [add(of: table.itemClass)],
                    find([key: Word(word)], of: table.itemClass),
                    .finds(1)
                )
                row(
                    "\(table.section)/default-key-\(key.name)",
                    "An absent \(key.name) equals its default.",
                    given: [add(of: table.itemClass)],
                    add([key: Word(word)], of: table.itemClass),
                    .fails(.duplicateItem)
                )
            }
        }
    }

    private static func keyRules(_ table: ClassTable) -> [ConformanceRule] {
        rules {
            for (key, one, two) in table.key {
                row(
                    "\(table.section)/key-\(key.name)",
                    "\(key.name) is part of the key.",
                    given: [add([key: one], of: table.itemClass)],
                    add([key: two], of: table.itemClass),
                    .succeeds,
                    then: [
                        (add([key: one], of: table.itemClass), .fails(.duplicateItem)),
                        (add([key: two], of: table.itemClass), .fails(.duplicateItem)),
                    ]
                )
            }
            for (key, one, two) in table.other {
                row(
                    "\(table.section)/not-key-\(key.name)",
                    "\(key.name) is not part of the key.",
                    given: [add([key: one], of: table.itemClass)],
                    add([key: two], of: table.itemClass),
                    .fails(.duplicateItem)
                )
            }
            row(
                "\(table.section)/not-key-payload",
                "The payload is not part of the key.",
                given: [add(of: table.itemClass, payload: [1])],
                add(of: table.itemClass, payload: [2]),
                .fails(.duplicateItem)
            )
            row(
                "\(table.section)/key-bytes",
                "The key compares bytes: text collides with data.",
                given: [add([table.bytes: "x"], of: table.itemClass)],
                add([table.bytes: [0x78]], of: table.itemClass),
                .fails(.duplicateItem)
            )
            row(
                "\(table.section)/key-number",
                "The key compares bytes: numbers are four.",
                given: [add([table.bytes: 1], of: table.itemClass)],
                add([table.bytes: [1, 0, 0, 0]], of: table.itemClass),
                .fails(.duplicateItem)
            )
            row(
                "\(table.section)/key-case",
                "The key keeps upper and lower case apart.",
                given: [add([table.bytes: "x"], of: table.itemClass)],
                add([table.bytes: "X"], of: table.itemClass),
                .succeeds
            )
            row(
                "\(table.section)/key-empty-hint",
                "An absent view hint equals an empty one.",
                given: [add(of: table.itemClass)],
                add([.syncViewHint: ""], of: table.itemClass),
                .fails(.duplicateItem)
            )
        }
    }
}
