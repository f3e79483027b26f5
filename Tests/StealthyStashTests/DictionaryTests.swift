import AppleVocabulary
import Foundation
@testable import StealthyStash
import Testing

/// The dictionaries that items make, and the items that dictionaries make.
@Suite struct DictionaryTests {
    static let generic = GenericPasswordItem(
        account: "account",
        data: Data([1]),
        service: "service",
        accessGroup: "group",
        description: "description",
        comment: "comment",
        type: 7,
        label: "label",
        generic: Data([2]),
        isSynchronizable: .enabled
    )
    static let internet = InternetPasswordItem(
        account: "account",
        data: Data([1]),
        accessGroup: "group",
        description: "description",
        comment: "comment",
        type: 7,
        label: "label",
        server: "server",
        protocol: .https,
        authenticationType: "dflt",
        port: 443,
        path: "/path",
        isSynchronizable: .disabled
    )

    /// Keys by member; values are compared in the round trips below.
    @Test func namesAttributes() {
        let identity: Set = [kSecAttrAccount, kSecAttrAccessGroup, kSecAttrSynchronizable]
        let notes: Set = [kSecAttrDescription, kSecAttrComment, kSecAttrType, kSecAttrLabel]
        let address: Set = [
            kSecAttrServer, kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPort,
            kSecAttrPath, kSecAttrSecurityDomain,
        ]
        let data: Set = [kSecValueData]
        expect(
            Self.generic,
            unique: identity.union([kSecAttrService]),
            attributes: notes.union([kSecAttrGeneric]).union(data)
        )
        expect(
            Self.internet,
            unique: identity.union(address),
            attributes: notes.union([kSecAttrSynchronizable]).union(data)
        )
    }

    private func expect(
        _ item: some StealthyProperty,
        unique: Set<CFString>,
        attributes: Set<CFString>
    ) {
        let kind: Set = [kSecClass]
        let table: [(StealthyDictionary, Set<CFString>)] = [
            (item.uniqueAttributes(), unique),
            (item.classDictionary(), kind),
            (item.dataDictionary(), [kSecValueData]),
            (item.otherProperties(), attributes.subtracting([kSecValueData])),
            (item.attributesDictionary(), attributes),
            (item.fetchQuery(), unique.union(kind)),
            (item.deleteQuery(), unique.union(kind)),
            (item.addQuery(), unique.union(kind).union(attributes)),
            (item.updateQuery(), unique.union(attributes)),
            (item.updateQuerySet().query, unique.union(kind)),
            (item.updateQuerySet().attributes, attributes),
        ]
        for (row, (dictionary, keys)) in table.enumerated() {
            #expect(Set(dictionary.keys) == Set(keys.map { $0 as String }), "row \(row)")
        }
    }

    @Test func readsItsOwnDictionaries() throws {
        #expect(try GenericPasswordItem(rawDictionary: Self.generic.addQuery()) == Self.generic)
        #expect(try InternetPasswordItem(rawDictionary: Self.internet.addQuery()) == Self.internet)
        let open = GenericPasswordItem("a", "s")
        #expect(try GenericPasswordItem(rawDictionary: open.addQuery()) == open)
        #expect(open.addQuery()[kSecAttrSynchronizable as String] as? String == "syna")
        let zero = InternetPasswordItem(account: "a", data: Data(), type: 0, port: 0)
        #expect(try InternetPasswordItem(rawDictionary: zero.addQuery()) == zero)
    }

    @Test func readsAnswers() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let answer: StealthyDictionary = [
            "acct": "a", "svce": Data("s".utf8), "v_Data": Data([3]), "type": 0, "sync": 1,
            "cdat": date, "mdat": date + 1, "agrp": "g", "labl": "l", "gena": "g", "tomb": 0,
        ]
        let item = try GenericPasswordItem(dictionary: answer)
        #expect(item.account == "a" && item.service == "s" && item.data == Data([3]))
        #expect(item.type == nil)
        #expect(item.isSynchronizable == .enabled)
        #expect(item.createdAt == date && item.modifiedAt == date + 1)
        #expect(item.accessGroup == "g" && item.label == "l")
        #expect(item.generic == Data("g".utf8))
        #expect(item.description == nil && item.comment == nil)
    }

    @Test func readsSynchronization() throws {
        let table: [(Any?, Synchronizable)] = [
            (NSNumber(value: 0), .disabled), (1, .enabled), (Int64(1), .enabled), (true, .enabled),
            (false, .disabled), ("syna", .any), (kSecAttrSynchronizableAny, .any), (nil, .any),
            (String?.none as Any, .any),
        ]
        for (value, expected) in table {
            let dictionary: StealthyDictionary = ["acct": "a", "v_Data": Data(), "sync": value]
            #expect(try InternetPasswordItem(dictionary: dictionary).isSynchronizable == expected)
            #expect(
                try InternetPasswordItem(rawDictionary: dictionary).isSynchronizable == expected
            )
        }
    }

    @Test func refusesObjectsThatAreNotItems() throws {
        let table: [(String, Any?, StashError)] = [
            ("acct", nil, .unexpectedPasswordData), ("svce", nil, .unexpectedPasswordData),
            ("v_Data", nil, .noPassword), ("acct", 1, .unexpectedPasswordData),
            ("acct", Data([0xFF]), .unexpectedPasswordData),
            ("acct", NSNull(), .unexpectedPasswordData),
            ("acct", String?.none as Any, .unexpectedPasswordData),
            ("svce", Data([0xFF]), .unexpectedPasswordData),
            ("v_Data", "text", .unexpectedPasswordData), ("agrp", 1, .unexpectedPasswordData),
            ("sync", "yes", .unexpectedPasswordData), ("sync", 2, .unexpectedPasswordData),
            ("sync", Data(), .unexpectedPasswordData),
        ]
        for (key, value, error) in table {
            var dictionary: StealthyDictionary = ["acct": "a", "svce": "s", "v_Data": Data([3])]
            _ = try GenericPasswordItem(dictionary: dictionary)
            dictionary.updateValue(value, forKey: key)
            #expect(throws: error, "\(key)") { try GenericPasswordItem(dictionary: dictionary) }
        }
    }

    /// Changing such an item would touch another one.
    @Test func refusesWhatCannotBeNamed() {
        let table: [(String, Any)] = [
            ("port", "abc"), ("port", 1.5), ("srvr", Data([0xFF])), ("path", 3),
            ("ptcl", Data([0xFF])), ("atyp", 3), ("sdmn", Data([0xFF])),
        ]
        for (key, value) in table {
            let dictionary: StealthyDictionary = ["acct": "a", "v_Data": Data(), key: value]
            #expect(throws: StashError.unexpectedPasswordData, "\(key)") {
                try InternetPasswordItem(dictionary: dictionary)
            }
            #expect(throws: StashError.unexpectedPasswordData, "\(key)") {
                try InternetPasswordItem(rawDictionary: dictionary)
            }
        }
    }

    /// A fault elsewhere does not hide the item.
    @Test(arguments: ["labl", "desc", "icmt", "type", "cdat", "mdat"])
    func looksPastWhatIsMalformed(key: String) throws {
        for value in [Data([0xFF]), NSNull(), 1.5 as Double] as [Any] {
            let dictionary: StealthyDictionary = [
                "acct": "a", "svce": "s", "v_Data": Data(), key: value,
            ]
            let generic = try GenericPasswordItem(dictionary: dictionary)
            #expect(generic == GenericPasswordItem("a", service: "s"))
            #expect(try InternetPasswordItem(dictionary: dictionary) == InternetPasswordItem("a"))
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, -1, Int.max, Int.min])
    func keepsAbsurdNumbers(number: Int) throws {
        let dictionary: StealthyDictionary = [
            "acct": "a", "v_Data": Data(), "port": number, "type": number,
        ]
        let item = try InternetPasswordItem(dictionary: dictionary)
        #expect(item.port == (number == 0 ? nil : number))
        #expect(item.type == (number == 0 ? nil : number))
        #expect(try InternetPasswordItem(rawDictionary: dictionary).port == number)
    }
}
