@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.2: values that a kind does not take, in every place where a value stands.
    static let refusedValues = rules {
        for (key, name, word, itemClass) in refusalTable {
            ConformanceRule("1.2/refused-\(key.name)-\(name)", "\(key.name) takes no \(name).") {
                let words: AttributeWords = [key: word]
                try $0.expect(add(words, of: itemClass), .fails(.invalidParameter))
                try $0.expect(find(words, of: itemClass), .fails(.invalidParameter))
                try $0.expect(delete(words, of: itemClass), .fails(.invalidParameter))
                try $0.expect(
                    update(words, of: itemClass, to: [.label: "x"]),
                    .fails(.invalidParameter)
                )
                guard !quietInUpdates.contains(key) else { return }
                try $0.given(add([.label: "here"], of: itemClass))
                try $0.expect(update(of: itemClass, to: words), .fails(.invalidParameter))
            }
        }
    }

    /// Attributes whose new values an update ignores, so perhaps unread.
    private static let quietInUpdates: Set<AttributeKey> = [.modificationDate, .multiUser]

    private static let refusalTable: [(AttributeKey, String, Word, ItemClass)] = [
        (.account, "date", .date(0), .genericPassword),
        (.account, "access control", .plain(.always), .genericPassword),
        (.label, "date", .date(0), .genericPassword),
        (.syncViewHint, "number", 1, .genericPassword),
        (.syncViewHint, "date", .date(0), .genericPassword),
        (.syncViewHint, "broken UTF-8", [0xFF, 0xFE], .genericPassword),
        (.accessGroup, "number", 1, .genericPassword),
        (.accessGroup, "date", .date(0), .genericPassword),
        (.creator, "data", [1], .genericPassword),
        (.creator, "date", .date(0), .genericPassword),
        (.creator, "access control", .plain(.always), .genericPassword),
        (.port, "data", [80], .internetPassword),
        (.networkProtocol, "date", .date(0), .internetPassword),
        (.synchronizable, "data", [1], .genericPassword),
        (.synchronizable, "date", .date(0), .genericPassword),
        (.tombstone, "data", [1], .genericPassword),
        (.creationDate, "number", 0, .genericPassword),
        (.creationDate, "string", "2001-01-01", .genericPassword),
        (.modificationDate, "number", 0, .genericPassword),
        (.sha1, "short data", [1, 2, 3], .genericPassword),
        (.sha1, "string", "01234567890123456789", .genericPassword),
        (.multiUser, "5 bytes", [1, 2, 3, 4, 5], .genericPassword),
        (.accessible, "typo", "akk", .genericPassword),
        (.accessible, "empty string", "", .genericPassword),
        (.accessible, "until reboot", "f", .genericPassword),
        (.accessible, "upper case", "AK", .genericPassword),
        (.accessible, "number", 6, .genericPassword),
        (.accessControl, "string", "ak", .genericPassword),
        (.accessControl, "number", 1, .genericPassword),
        (.accessControl, "data", [1], .genericPassword),
        (.certificateType, "data", [3], .certificate),
        (.certificateType, "date", .date(3), .certificate),
        (.issuer, "date", .date(0), .certificate),
        (.issuer, "string", "x", .certificate),
        (.issuer, "number", 1, .certificate),
        (.issuer, "access control", .plain(.always), .certificate),
        (.serialNumber, "date", .date(0), .certificate),
        (.publicKeyHash, "date", .date(0), .certificate),
        (.keyClass, "data", [1], .key),
        (.keyClass, "date", .date(0), .key),
        (.type, "date", .date(0), .key),
        (.keySizeInBits, "data", [1], .key),
        (.applicationLabel, "date", .date(0), .key),
        (.applicationTag, "date", .date(0), .key),
        (.applicationTag, "access control", .plain(.always), .key),
        (.startDate, "number", 0, .key),
        (.startDate, "string", "2001-01-01", .key),
        (.endDate, "data", [0], .key),
        (.canSign, "data", [1], .key),
        (.canSign, "date", .date(0), .key),
        (.extraNotes, "date", .date(0), .internetPassword),
        (.extraClientDefined3, "access control", .plain(.always), .internetPassword),
    ]
}
