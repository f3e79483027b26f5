import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// Items of one name that differ only in one attribute are distinguished.
@Suite struct ItemCandidatesTests {
    /// The values of two items, by the class and the attribute in which they differ.
    private static let differences: [(ItemClass, AttributeKey, AttributeValue, AttributeValue)] = [
        (.genericPassword, .service, .string("a"), .string("b")),
        (.genericPassword, .account, .string(""), .string("ann")),
        (.genericPassword, .accessGroup, .string("x"), .string("y")),
        (.genericPassword, .synchronizable, .number(0), .number(1)),
        (.internetPassword, .server, .string("a"), .string("b")),
        (.internetPassword, .networkProtocol, .string(""), .string("htps")),
        (.internetPassword, .port, .number(0), .number(22)),
        (.internetPassword, .path, .string("x"), .string("/x")),
        (.internetPassword, .path, .string(""), .string("x")),
        (.internetPassword, .authenticationType, .string(""), .string("ntlm")),
        (.internetPassword, .securityDomain, .string("a"), .string("b")),
        (.internetPassword, .account, .string("ann"), .string("bob")),
        (.internetPassword, .accessGroup, .string("x"), .string("y")),
        (.internetPassword, .synchronizable, .number(0), .number(1)),
        (.key, .keyClass, .number(0), .number(1)),
        (.key, .type, .number(42), .number(73)),
        (.key, .keySizeInBits, .number(256), .number(384)),
        (.key, .applicationTag, .data(Data([1])), .data(Data([2]))),
        (.key, .applicationLabel, .data(Data([1])), .data(Data([2]))),
        (.key, .tokenID, .string(""), .string("chip")),
        (.key, .accessGroup, .string("x"), .string("y")),
        (.key, .synchronizable, .number(0), .number(1)),
        (.certificate, .serialNumber, .data(Data([1])), .data(Data([2]))),
        (.certificate, .publicKeyHash, .data(Data([1])), .data(Data([2]))),
        (.certificate, .accessGroup, .string("x"), .string("y")),
        // The attribute that identifies an item is not shown, and another one differs.
        (
            .key, .startDate, .date(Date(timeIntervalSinceReferenceDate: 0)),
            .date(Date(timeIntervalSinceReferenceDate: 1))
        ),
        (.certificate, .issuer, .data(Data([1])), .data(Data([2]))),
        (
            .genericPassword, .creationDate, .date(Date(timeIntervalSinceReferenceDate: 0)),
            .date(Date(timeIntervalSinceReferenceDate: 90))
        ),
        (.genericPassword, .comment, .string("one"), .string("two")),
        // The same letters for a reader, and others for the keychain.
        (.genericPassword, .service, .string("caf\u{e9}"), .string("cafe\u{301}")),
        (.genericPassword, .account, .string("caf\u{e9}"), .string("cafe\u{301}")),
    ]

    private static func item(
        _ itemClass: ItemClass,
        _ key: AttributeKey,
        _ value: AttributeValue
    ) -> ListedItem {
        var attributes: ItemAttributes = [.label: .string("same"), .accessGroup: .string("g")]
        switch itemClass {
        case .genericPassword: attributes[.service] = .string("s")
        case .internetPassword: attributes[.server] = .string("s")
        default: break
        }
        attributes[key] = value
        return ListedItem(itemClass: itemClass, attributes: attributes)
    }

    @Test(arguments: differences.indices) func showsWhatDiffers(_ index: Int) {
        let (itemClass, key, one, other) = Self.differences[index]
        let items = [one, other].map { Self.item(itemClass, key, $0) }
        let lines = ItemCandidates(items).lines.map { Array($0.utf8) }
        #expect(Set(lines).count == 2, "\(key): \(ItemCandidates(items).lines)")
        let same = ItemCandidates([items[0], items[0]]).lines
        #expect(same == ["\(same[0].dropLast(3))(1)", "\(same[0].dropLast(3))(2)"])
    }

    /// Every attribute that makes passwords unique is in the table above.
    @Test(arguments: [ItemClass.genericPassword, .internetPassword])
    func knowsWhatIdentifies(_ itemClass: ItemClass) {
        let tried = Self.differences.filter { $0.0 == itemClass }.map(\.1)
        #expect(Set(itemClass.uniqueness.map { key, _ in key }).subtracting(tried).isEmpty)
    }

    /// The options that are advised are those that the items of one name differ in.
    @Test(
        arguments: [
            (.authenticationType, .string(""), .string("ntlm"), "--auth-type ('' for none)"),
            (.securityDomain, .string("a"), .string("b"), "--security-domain"),
            (.path, .string("x"), .string("/x"), "--path"),
            (.accessGroup, .string("x"), .string("y"), "--group"),
            (.synchronizable, .number(0), .number(1), "--synchronizable or --no-synchronizable"),
        ] as [(AttributeKey, AttributeValue, AttributeValue, String)]
    )
    func advisesWhatChooses(
        _ key: AttributeKey,
        _ one: AttributeValue,
        _ other: AttributeValue,
        _ option: String
    ) {
        let items = [one, other].map { Self.item(.internetPassword, key, $0) }
        let candidates = ItemCandidates(items)
        let advice = candidates.advice(.name(ItemChoice()))
        #expect(advice == "use one of the names above, and \(option) where they are the same")
        #expect(candidates.advice(.options).hasSuffix(option))
        for (item, value) in zip(items, [one, other]) where key != .synchronizable {
            #expect(ItemChoice(attributes: [key: value]).of(items) == [item])
        }
    }

    /// Another name is the only way if no option exists for the difference.
    @Test func advisesAnotherNameWhereNoOptionChooses() {
        var choice = ItemChoice(for: .changing)
        choice.options = [.accessGroup: "--in-group"]
        let domains = [AttributeValue.string("a"), .string("b")].map {
            Self.item(.internetPassword, .securityDomain, $0)
        }
        #expect(ItemCandidates(domains).advice(.name(choice)).contains("'keychainctl browse'"))
        let groups = [AttributeValue.string("a"), .string("b")].map {
            Self.item(.internetPassword, .accessGroup, $0)
        }
        #expect(ItemCandidates(groups).advice(.name(choice)).contains("--in-group"))
    }

    /// Keys and certificates are chosen by an option that their commands have.
    @Test func advisesTheHashOfObjects() {
        let items = [AttributeValue.number(42), .number(73)].map { Self.item(.key, .type, $0) }
        let candidates = ItemCandidates(items, hashes: ["0x01", "0x02"])
        #expect(candidates.lines.map { $0.suffix(9) } == ["hash 0x01", "hash 0x02"])
        #expect(candidates.advice(.options) == "use more options to select one, such as --hash")
        #expect(candidates.advice(.reference).contains("'keychainctl key export --hash HASH'"))
    }
}
