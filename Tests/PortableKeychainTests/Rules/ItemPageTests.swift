import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Long lists in parts (``ItemPage``).
@Suite struct ItemPageTests {
    private let keychain: Keychain

    init() throws {
        keychain = try .inMemory(Keychain.Configuration(applicationIdentifier: "app"))
        for number in 1...7 {
            try keychain.add("\(number)", for: item(number))
            try keychain.add(
                "\(number)",
                for: InternetPassword(server: "s", account: "\(number)")
            )
        }
    }

    private func item(_ number: Int) -> GenericPassword {
        GenericPassword(service: "s\(number % 2)", account: "\(number)")
    }

    private func search(
        _ page: ItemPage?,
        _ attributes: ItemAttributes = [:],
        limit: MatchLimit? = .all
    ) -> ItemRequest {
        var search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: attributes,
            limit: limit,
            returning: [.attributes, .data]
        )
        search.page = page
        return search
    }

    private func accounts(_ answer: ItemAnswer) -> [String] {
        answer.items.compactMap { $0.secret?.string() }
    }

    /// All parts of a list, with what happens between them.
    private func parts(
        of size: Int,
        _ attributes: ItemAttributes = [:],
        between: () throws -> Void = {}
    ) throws -> [[String]] {
        var parts: [[String]] = []
        var page = ItemPage(size)
        while true {
            let answer = try keychain.perform(search(page, attributes))
            #expect(answer.container == .list && answer.count == answer.items.count)
            parts.append(accounts(answer))
            guard let next = answer.next else { return parts }
            page.after = next
            try between()
        }
    }

    @Test(arguments: [1, 2, 3, 6, 7, 8, .max]) func partsMakeTheWhole(_ size: Int) throws {
        for attributes in [[:], [.service: .string("s1")], [.accessGroup: .string("app")]]
            as [ItemAttributes]
        {
            let whole = accounts(try keychain.perform(search(nil, attributes)))
            let parts = try parts(of: size, attributes)
            #expect(parts.flatMap(\.self) == whole)
            // None is empty, and all but the last are full.
            #expect(parts.dropLast().allSatisfy { $0.count == size })
            #expect(parts.allSatisfy { !$0.isEmpty })
        }
    }

    @Test func nothingIsFoundAsInAWhole() {
        let error = KeychainError(.itemNotFound, during: .find)
        #expect(throws: error) {
            try keychain.perform(search(ItemPage(2), [.service: .string("none")]))
        }
    }

    /// The rest of a list can be gone when it is asked for.
    @Test func theRestCanBeGone() throws {
        let parts = try parts(of: 6) { try keychain.delete(item(7)) }
        #expect(parts == [["1", "2", "3", "4", "5", "6"], []])
    }

    /// An item that stays is there once; one that comes or goes is there as it was, or not.
    @Test func othersChangeTheListMeanwhile() throws {
        var number = 0
        let parts = try parts(of: 2) {
            number += 1
            switch number {
            case 1: try keychain.delete(item(1))
            case 2: try keychain.set("new", for: item(5))
            default: try keychain.add("8", for: item(8))
            }
        }
        #expect(parts.flatMap(\.self) == ["1", "2", "3", "4", "new", "6", "7", "8"])
    }

    /// The numbers of rows stay.
    @Test func aRotationKeepsThePlaces() throws {
        let parts = try parts(of: 3) { _ = try keychain.access.rotate([]) }
        #expect(parts.flatMap(\.self) == (1...7).map { "\($0)" })
    }

    @Test(
        arguments: [
            (0, MatchLimit.all), (-1, .all), (2, .one), (2, .atMost(2)), (2, nil),
        ] as [(Int, MatchLimit?)]
    )
    func otherPartsAreRefused(_ size: Int, _ limit: MatchLimit?) throws {
        #expect(throws: KeychainError(.invalidParameter, during: .find)) {
            try keychain.perform(search(ItemPage(size), limit: limit))
        }
    }

    /// Parts are of lists alone: a change of a part would be a change of everything.
    @Test(arguments: [ItemRequest.Verb.delete, .update(ItemChanges(secret: SecretBytes([])))])
    func changesHaveNoParts(_ verb: ItemRequest.Verb) throws {
        var change = search(ItemPage(2))
        (change.verb, change.returning) = (verb, [])
        #expect(throws: KeychainError.self) { try keychain.perform(change) }
        #expect(try parts(of: 9).flatMap(\.self) == (1...7).map { "\($0)" })
    }

    @Test func additionsHaveNoParts() {
        var addition = ItemRequest(.add, itemClass: .genericPassword)
        addition.page = ItemPage(1)
        #expect(throws: KeychainError(.invalidParameter, during: .add)) {
            try keychain.perform(addition)
        }
    }
}
