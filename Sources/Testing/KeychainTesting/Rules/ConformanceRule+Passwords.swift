@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.4 and 1.5: generic passwords.
    static let genericPasswords = rules {
        tableRules(
            for: ClassTable(
                section: "1.5",
                itemClass: .genericPassword,
                bytes: .account,
                key: [(.account, "a", "b"), (.service, "a", "b")] + ClassTable.commonKey,
                other: [(.generic, "g", [1])] + ClassTable.commonOther + passwords,
                defaults: [.account: "", .service: ""]
            )
        )
    }

    /// Specification 1.4 and 1.6: internet passwords.
    static let internetPasswords = rules {
        tableRules(
            for: ClassTable(
                section: "1.6",
                itemClass: .internetPassword,
                bytes: .account,
                key: [
                    (.account, "a", "b"), (.securityDomain, "a", "b"), (.server, "a", "b"),
                    (.networkProtocol, "http", "htps"), (.authenticationType, "form", "dflt"),
                    (.port, 80, 443), (.path, "/a", "/b"),
                ] + ClassTable.commonKey,
                other: ClassTable.commonOther + passwords,
                defaults: [
                    .account: "", .securityDomain: "", .server: "", .networkProtocol: 0,
                    .authenticationType: "", .port: 0, .path: "",
                ]
            )
        )
        extraPayloads
    }

    private static let passwords: [(AttributeKey, Word, Word)] = [
        (.description, "a", "b"), (.comment, "a", "b"), (.creator, 1, 2), (.type, 1, "text"),
        (.scriptCode, 1, 2), (.isInvisible, 0, 1), (.isNegative, 0, 1), (.hasCustomIcon, 0, 1),
        (.protected, "a", [3]),
    ]

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
