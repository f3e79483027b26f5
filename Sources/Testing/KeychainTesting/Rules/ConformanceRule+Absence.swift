@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.1: attributes that a class does not have, in every place where one stands.
    static let foreignAttributes = rules {
        for itemClass in storedClasses {
            for name in foreignNames[itemClass.rawValue, default: []] {
                ConformanceRule(
                    "2.1/\(itemClass.rawValue)-\(name)",
                    "\(itemClass.rawValue) has no \(name)."
                ) { trial in
                    guard let key = AttributeKey(name) else {
                        return trial.report(expected: "a key named \(name)", found: "none")
                    }
                    let words: AttributeWords = [key: "x"]
                    try trial.expect(add(words, of: itemClass), .fails(.noSuchAttribute))
                    try trial.expect(find(words, of: itemClass), .fails(.noSuchAttribute))
                    try trial.expect(delete(words, of: itemClass), .fails(.noSuchAttribute))
                    try trial.given(add([.label: "here"], of: itemClass))
                    try trial.expect(
                        update(words, of: itemClass, to: [.label: "x"]),
                        .fails(.noSuchAttribute)
                    )
                    try trial.expect(update(of: itemClass, to: words), .fails(.noSuchAttribute))
                }
            }
        }
    }

    private static let foreignNames = [
        "genp": [
            "srvr", "sdmn", "ptcl", "atyp", "port", "path", "binn", "bini", "bin0", "bin1", "bin2",
            "bin3", "atag", "klbl", "kcls", "issr", "slnr", "subj", "zzzz", "SVCE",
        ],
        "inet": ["svce", "gena", "atag", "klbl", "ctyp", "pkhh", "volm", "zzzz"],
        "cert": [
            "desc", "icmt", "crtr", "type", "atag", "klbl", "kcls", "acct", "svce", "srvr", "gena",
            "invi", "nega", "scrp", "cusi", "prot", "perm", "priv", "sign", "bsiz", "crlt", "zzzz",
        ],
        "keys": [
            "desc", "icmt", "acct", "svce", "srvr", "gena", "port", "issr", "slnr", "subj", "skid",
            "pkhh", "ctyp", "cenc", "invi", "nega", "scrp", "cusi", "prot", "toid", "zzzz",
        ],
    ]

    /// Specification 1.10: attributes that are not stated.
    static let absence = rules {
        row(
            "1.10/query",
            "An absent attribute is not a condition.",
            given: [add([.account: "a", .service: "s"]), add([.account: "b"])],
            find(),
            .finds(2)
        )
        row(
            "1.10/empty-account",
            "The empty account matches items added without one.",
            given: [add([.service: "s"]), add([.account: "a"])],
            find([.account: ""]),
            .finds(1),
            .has([.service: "s"])
        )
        row(
            "1.10/unset",
            "An absent attribute outside the key does not match empty text.",
            given: [add()],
            find([.label: ""]),
            .finds(0),
            then: [(find([.comment: ""]), .finds(0)), (find([.generic: ""]), .finds(0))]
        )
        row(
            "1.10/unset-number",
            "An absent number outside the key does not match 0.",
            given: [add()],
            find([.creator: 0]),
            .finds(0),
            then: [(find([.type: 0]), .finds(0)), (find([.isInvisible: 0]), .finds(0))]
        )
        row(
            "1.10/set-empty",
            "Empty text outside the key is kept and matches.",
            given: [add([.label: ""])],
            find([.label: ""]),
            .finds(1),
            .has([.label: ""])
        )
        row(
            "1.10/all",
            "Every attribute of a search must match.",
            given: [add([.account: "a", .service: "s"]), add([.account: "b", .service: "s"])],
            find([.account: "a", .service: "t"]),
            .finds(0),
            then: [(find([.account: "a", .service: "s"]), .finds(1))]
        )
        row(
            "1.10/update-keeps",
            "An update keeps the attributes that it does not name.",
            given: [add([.account: "a", .label: "l", .comment: "c"], payload: [1])],
            update([.account: "a"], to: [.label: "m"]),
            .succeeds,
            then: [
                (find(), .has([.account: "a", .label: "m", .comment: "c"])),
                (find(limit: nil, returning: .data), .payload([1])),
            ]
        )
    }
}
