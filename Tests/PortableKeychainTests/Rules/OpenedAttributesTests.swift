import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Attributes that are decoded late are those that are decoded at once.
struct OpenedAttributesTests {
    private static let item = PlainItem(
        schema: .genericPassword,
        identifier: [UInt8](repeating: 7, count: 16),
        accessGroup: "app",
        accessControl: AccessControl(.whenUnlocked),
        isSynchronizable: true,
        isTombstone: false,
        attributes: [
            .account: .string("ann@example.org"),
            .creationDate: .date(Date(timeIntervalSince1970: 1)),
            .generic: .data(Data([1, 2])), .label: .string("Zürich"), .creator: .number(-3),
            .sharingGroup: .string("hidden"),
        ],
        secret: nil
    )

    private static func constrained() throws -> PlainItem {
        var item = item
        item.accessControl = try AccessControl(.whenUnlocked, constraints: .userPresence)
        return item
    }

    private func opened(_ item: PlainItem) throws -> ItemAttributes {
        var writer = ByteWriter()
        AttributeCoding.encode(item.row.attributes, into: &writer)
        return try opened(writer.bytes, item)
    }

    private func opened(_ bytes: [UInt8], _ item: PlainItem) throws -> ItemAttributes {
        let form = ShownForm(
            schema: item.schema,
            accessControl: item.accessControl,
            isSynchronizable: item.isSynchronizable,
            isTombstone: item.isTombstone,
            isFound: true,
            givesAccessControl: true,
            withData: false
        )
        return try bytes.withRawBytes { bytes throws(KeychainError) in
            ItemAttributes(try OpenedAttributes(AttributeView(bytes), form))
        }
    }

    @Test func areTheSameDecodedEarlyAndLate() throws {
        for item in [Self.item, try Self.constrained()] {
            let late = try opened(item)
            let early = item.shown(isFound: true, givesAccessControl: true, withData: false)
            #expect(late == early)
            #expect(late.hashValue == early.hashValue)
            #expect(late.count == early.count)
            for (key, value) in early { #expect(late[key] == value) }
            for key in [AttributeKey.comment, .sharingGroup] { #expect(late[key] == nil) }
            #expect(late[.service] == early[.service])
        }
    }

    /// Attributes are found in one pass as one by one, in whatever order they are asked for.
    @Test func areFoundTogether() throws {
        for item in [Self.item, try Self.constrained()] {
            let early = item.shown(isFound: true, givesAccessControl: true, withData: false)
            let keys = (early.map(\.key) + [.comment, .sharingGroup, .service, .appClip]).sorted()
            var orders = [[], keys, keys.reversed(), keys + keys]
            for start in keys.indices { orders.append(Array(keys[start...] + keys[..<start])) }
            for key in keys { orders.append(keys.filter { $0 != key }) }
            for attributes in [early, try opened(item)] {
                for wanted in orders {
                    var found: [AttributeKey] = []
                    attributes.forEach(of: wanted) { key, value in
                        found.append(key)
                        #expect(value == early[key])
                    }
                    #expect(found == wanted.filter { early[$0] != nil })
                }
            }
        }
    }

    @Test func sayTheProtectionOnceInBothForms() throws {
        for item in [Self.item, try Self.constrained()] {
            var late = try opened(item)
            var early = item.shown(isFound: true, givesAccessControl: true, withData: false)
            late.sayProtectionOnce()
            early.sayProtectionOnce()
            #expect(late == early)
            for key in [AttributeKey.accessControl, .accessible] {
                #expect(late[key] == early[key])
            }
        }
    }

    @Test func changeInACopyOnly() throws {
        let original = try opened(Self.item)
        var copy = original
        copy[.account] = .string("bob")
        copy[.label] = nil
        #expect(copy[.account] == .string("bob"))
        #expect(copy[.label] == nil)
        #expect(original[.account] == .string("ann@example.org"))
        #expect(copy.count == original.count - 1)
    }

    @Test func areRefusedBeforeAnyIsAskedFor() throws {
        var writer = ByteWriter()
        AttributeCoding.encode(Self.item.row.attributes, into: &writer)
        for place in 0..<4 {
            var bytes = writer.bytes
            bytes[place] ^= 0x80
            #expect(throws: KeychainError(.corrupt)) { try opened(bytes, Self.item) }
        }
        #expect(throws: KeychainError(.corrupt)) {
            try opened(Array(writer.bytes.dropLast()), Self.item)
        }
        #expect(throws: KeychainError(.corrupt)) { try opened(writer.bytes + [0], Self.item) }
        guard let letter = writer.bytes.firstIndex(of: UInt8(ascii: "Z")) else {
            throw KeychainError(.internalError)
        }
        var bytes = writer.bytes
        bytes[letter] = 0xff
        #expect(throws: KeychainError(.corrupt)) { try opened(bytes, Self.item) }
    }
}
