import PortableKeychain

/// What a class of passwords is made of.
private struct PasswordTable: Sendable {
    var section: String
    var itemClass: ItemClass
    /// Key attributes with two values each.
    var key: [(AttributeKey, Word, Word)]
    /// Other attributes with two values each.
    var other: [(AttributeKey, Word, Word)]
    /// What the attributes of the key are when nobody says.
    var defaults: AttributeWords
}

extension ConformanceRule {
    /// Specification 1.4 and 1.5: generic passwords.
    static let genericPasswords = rules {
        passwordRules(
            for: PasswordTable(
                section: "1.5",
                itemClass: .genericPassword,
                key: [(.account, "a", "b"), (.service, "a", "b")] + commonKey,
                other: [(.generic, "g", [1])] + commonOther,
                defaults: [.account: "", .service: ""]
            )
        )
    }

    /// Specification 1.4 and 1.6: internet passwords.
    static let internetPasswords = rules {
        passwordRules(
            for: PasswordTable(
                section: "1.6",
                itemClass: .internetPassword,
                key: [
                    (.account, "a", "b"), (.securityDomain, "a", "b"), (.server, "a", "b"),
                    (.networkProtocol, "http", "htps"), (.authenticationType, "form", "dflt"),
                    (.port, 80, 443), (.path, "/a", "/b"),
                ] + commonKey,
                other: commonOther,
                defaults: [
                    .account: "", .securityDomain: "", .server: "", .networkProtocol: 0,
                    .authenticationType: "", .port: 0, .path: "",
                ]
            )
        )
        extraPayloads
    }

    private static let commonKey: [(AttributeKey, Word, Word)] = [
        (.synchronizable, 0, 1), (.syncViewHint, "a", "b"), (.tokenID, "a", "b"),
        (.accessGroup, .text(Trial.groups[0]), .text(Trial.groups[1])),
    ]

    private static let commonOther: [(AttributeKey, Word, Word)] = [
        (.label, "a", [2]), (.description, "a", "b"), (.comment, "a", "b"), (.creator, 1, 2),
        (.type, 1, "text"), (.scriptCode, 1, 2), (.alias, "a", "b"), (.isInvisible, 0, 1),
        (.isNegative, 0, 1), (.hasCustomIcon, 0, 1), (.protected, "a", [3]),
        (.accessible, "ak", "ck"), (.systemBound, 0, 1),
    ]

    // Two items need two keys, whatever else the row is about.
    private static let first: AttributeWords = [.syncViewHint: "1"]
    private static let second: AttributeWords = [.syncViewHint: "2"]

    private static func passwordRules(for table: PasswordTable) -> [ConformanceRule] {
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
                "The key's attributes are returned when nobody set them.",
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

    private static func keyRules(_ table: PasswordTable) -> [ConformanceRule] {
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
                given: [add([.account: "x"], of: table.itemClass)],
                add([.account: [0x78]], of: table.itemClass),
                .fails(.duplicateItem)
            )
            row(
                "\(table.section)/key-number",
                "The key compares bytes: numbers are four.",
                given: [add([.account: 1], of: table.itemClass)],
                add([.account: [1, 0, 0, 0]], of: table.itemClass),
                .fails(.duplicateItem)
            )
            row(
                "\(table.section)/key-case",
                "The key keeps upper and lower case apart.",
                given: [add([.account: "x"], of: table.itemClass)],
                add([.account: "X"], of: table.itemClass),
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

    private static let extraKeys: [AttributeKey] = [
        .extraNotes, .extraHistory, .extraClientDefined0, .extraClientDefined1,
        .extraClientDefined2, .extraClientDefined3,
    ]

    private static let extraPayloads = rules {
        for key in extraKeys {
            row(
                "1.6/extra-\(key.name)",
                "\(key.name) comes with attributes and data only.",
                given: [add([key: [1, 2]], of: .internetPassword, payload: [9])],
                find(of: .internetPassword),
                .lacks([key]),
                then: [
                    (
                        find(of: .internetPassword, returning: [.attributes, .data]),
                        .has([key: [1, 2]])
                    ),
                    (update(of: .internetPassword, to: [key: [3]]), .succeeds),
                    (
                        find(of: .internetPassword, returning: [.attributes, .data]),
                        .has([key: [3]])
                    ),
                ]
            )
        }
        row(
            "1.6/extra-text",
            "Text becomes data in an extra payload.",
            given: [add([.extraNotes: "hi"], of: .internetPassword)],
            find(of: .internetPassword, returning: [.attributes, .data]),
            .has([.extraNotes: [0x68, 0x69]])
        )
    }
}
