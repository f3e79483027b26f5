@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.2: the conversion of a value, on add, in a search and in an update alike.
    static let conversions = rules {
        for line in conversionTable {
            ConformanceRule("1.2/\(line.name)", "\(line.key.name) takes \(line.name).") { trial in
                let given: AttributeWords = [line.key: line.given]
                let expected: AttributeWords = [line.key: line.becomes ?? line.given]
                try trial.given(add(given, of: line.itemClass))
                try trial.expect(find(given, of: line.itemClass), .finds(1), .has(expected))
                try trial.given(delete(given, of: line.itemClass))
                try trial.given(add(of: line.itemClass))
                try trial.given(update(of: line.itemClass, to: given))
                try trial.expect(find(given, of: line.itemClass), .finds(1), .has(expected))
            }
        }
        for line in equalityTable {
            row(
                "1.2/equal-\(line.name)",
                "\(line.stored) equals \(line.asked).",
                given: [add([line.key: line.stored], of: line.itemClass)],
                find([line.key: line.asked], of: line.itemClass),
                .finds(1),
                .has([line.key: line.stored])
            )
        }
        for line in differenceTable {
            row(
                "1.2/differ-\(line.name)",
                "\(line.stored) is not \(line.asked).",
                given: [add([line.key: line.stored], of: line.itemClass)],
                find([line.key: line.asked], of: line.itemClass),
                .finds(0)
            )
        }
    }

    private struct Conversion: Sendable {
        var name: String
        var key: AttributeKey
        var given: Word
        var becomes: Word?
        var itemClass = ItemClass.genericPassword
    }

    /// An X.509 name with one common name, a PrintableString, in DER.
    private static func name(of person: String) -> [UInt8] {
        func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag, UInt8(content.count)] + content
        }
        let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
        return value(0x30, value(0x31, value(0x30, commonName + value(0x13, Array(person.utf8)))))
    }

    private struct Comparison: Sendable {
        var name: String
        var key: AttributeKey
        var stored: Word
        var asked: Word
        var itemClass = ItemClass.genericPassword
    }

    private static let conversionTable = [
        Conversion(name: "blob-string", key: .account, given: "ann"),
        Conversion(name: "blob-unicode", key: .account, given: "zoë 🗝"),
        Conversion(name: "blob-data", key: .account, given: [0, 255, 0x78]),
        Conversion(name: "blob-number", key: .account, given: 7),
        Conversion(name: "blob-label-data", key: .label, given: [1]),
        Conversion(name: "blob-generic-string", key: .generic, given: "g"),
        Conversion(name: "blob-comment-number", key: .comment, given: -3),
        Conversion(
            name: "blob-server-data",
            key: .server,
            given: [0x78],
            itemClass: .internetPassword
        ),
        Conversion(name: "string-string", key: .syncViewHint, given: "hint"),
        Conversion(name: "string-data", key: .syncViewHint, given: [0x68, 0x69], becomes: "hi"),
        Conversion(
            name: "string-group-data",
            key: .accessGroup,
            given: .data(Array(Trial.groups[1].utf8)),
            becomes: .text(Trial.groups[1])
        ),
        Conversion(name: "number-number", key: .creator, given: 42),
        Conversion(name: "number-negative", key: .creator, given: -42),
        Conversion(name: "number-boolean", key: .isInvisible, given: 1),
        Conversion(name: "number-decimal", key: .type, given: "1234", becomes: 1234),
        Conversion(name: "number-minus", key: .type, given: "-12", becomes: -12),
        Conversion(name: "number-largest", key: .type, given: "2147483647", becomes: 2_147_483_647),
        Conversion(name: "number-too-large", key: .type, given: "2147483648"),
        Conversion(name: "number-text", key: .type, given: "note"),
        Conversion(name: "number-empty", key: .port, given: "", itemClass: .internetPassword),
        Conversion(
            name: "number-port",
            key: .port,
            given: "8080",
            becomes: 8080,
            itemClass: .internetPassword
        ),
        Conversion(
            name: "number-protocol",
            key: .networkProtocol,
            given: "http",
            itemClass: .internetPassword
        ),
        Conversion(
            name: "number-trailing-space",
            key: .networkProtocol,
            given: "ssh ",
            itemClass: .internetPassword
        ),
        Conversion(name: "number-leading-zero", key: .type, given: "0443"),
        Conversion(name: "number-plus", key: .type, given: "+443"),
        Conversion(name: "number-minus-zero", key: .type, given: "-0"),
        Conversion(
            name: "accessible-data",
            key: .accessible,
            given: .data(Array("ck".utf8)),
            becomes: "ck"
        ),
        Conversion(
            name: "name",
            key: .issuer,
            given: .data(name(of: "ann")),
            becomes: .data(Array(name(of: "ANN").dropFirst(2))),
            itemClass: .certificate
        ),
        Conversion(name: "name-data", key: .issuer, given: [1, 0], itemClass: .certificate),
        Conversion(
            name: "data-string",
            key: .serialNumber,
            given: "hi",
            becomes: [0x68, 0x69],
            itemClass: .certificate
        ),
        Conversion(
            name: "data-number",
            key: .publicKeyHash,
            given: 258,
            becomes: [2, 1, 0, 0],
            itemClass: .certificate
        ),
        Conversion(
            name: "data-negative",
            key: .applicationLabel,
            given: -1,
            becomes: [255, 255, 255, 255],
            itemClass: .key
        ),
        Conversion(
            name: "data-label",
            key: .applicationLabel,
            given: "x",
            becomes: [0x78],
            itemClass: .key
        ),
        Conversion(name: "blob-tag-string", key: .applicationTag, given: "t", itemClass: .key),
        Conversion(name: "blob-tag-data", key: .applicationTag, given: [0, 1], itemClass: .key),
        Conversion(name: "blob-tag-number", key: .applicationTag, given: 5, itemClass: .key),
        Conversion(
            name: "number-class",
            key: .keyClass,
            given: "1",
            becomes: 1,
            itemClass: .key
        ),
        Conversion(
            name: "number-type",
            key: .type,
            given: "73",
            becomes: 73,
            itemClass: .key
        ),
        Conversion(
            name: "number-large-type",
            key: .type,
            given: "2147483678",
            itemClass: .key
        ),
        Conversion(name: "number-flag", key: .canSign, given: 1, itemClass: .key),
        Conversion(name: "date-date", key: .startDate, given: .date(12.5), itemClass: .key),
        Conversion(name: "sync-decimal", key: .synchronizable, given: "1", becomes: 1),
        Conversion(name: "sync-number", key: .synchronizable, given: 1),
    ]

    private static let equalityTable = [
        Comparison(name: "string-data", key: .account, stored: "x", asked: [0x78]),
        Comparison(name: "data-string", key: .account, stored: [0x78], asked: "x"),
        Comparison(name: "number-data", key: .account, stored: 258, asked: [2, 1, 0, 0]),
        Comparison(name: "data-number", key: .service, stored: [255, 255, 255, 255], asked: -1),
        Comparison(name: "label", key: .label, stored: "x", asked: [0x78]),
        Comparison(name: "generic", key: .generic, stored: [0x78], asked: "x"),
        Comparison(
            name: "server",
            key: .server,
            stored: [0x78],
            asked: "x",
            itemClass: .internetPassword
        ),
        Comparison(
            name: "subject",
            key: .subject,
            stored: [0x78],
            asked: "x",
            itemClass: .certificate
        ),
        Comparison(
            name: "tag",
            key: .applicationTag,
            stored: "x",
            asked: [0x78],
            itemClass: .key
        ),
        Comparison(
            name: "alias",
            key: .alias,
            stored: [0x78],
            asked: "x",
            itemClass: .certificate
        ),
    ]

    private static let differenceTable = [
        Comparison(name: "case", key: .account, stored: "Ann", asked: "ann"),
        Comparison(name: "case-label", key: .label, stored: "Ann", asked: "ann"),
        Comparison(name: "space", key: .account, stored: "ann", asked: "ann "),
        Comparison(name: "prefix", key: .account, stored: "ann", asked: "an"),
        Comparison(name: "normal-form", key: .account, stored: "\u{E9}", asked: "e\u{301}"),
        Comparison(
            name: "protocol-space",
            key: .networkProtocol,
            stored: "ssh ",
            asked: "ssh",
            itemClass: .internetPassword
        ),
        Comparison(name: "port", key: .port, stored: 80, asked: 8080, itemClass: .internetPassword),
        Comparison(
            name: "port-empty",
            key: .port,
            stored: "",
            asked: 0,
            itemClass: .internetPassword
        ),
    ]
}
