import Testing

@testable import KeychainAgent
@_spi(Keepers) @testable import PortableKeychain

/// Parts of long lists through an agent (agent-protocol.md §6 and §7).
@Suite struct PageTests {
    private static let names = ["amy", "bob", "cat", "dan", "eve"]

    private static func search(_ page: ItemPage) -> ItemRequest {
        var search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            limit: .all,
            returning: [.attributes]
        )
        search.page = page
        return search
    }

    private static func accounts(_ answer: ItemAnswer) -> [String] {
        answer.items.compactMap { item in
            if case .string(let name) = item.attributes?[.account] { name } else { nil }
        }
    }

    private static func stage(_ features: AgentFeatures) throws -> AgentStage {
        let stage = try AgentStage(
            saying: Array(repeating: .says(.once), count: 20),
            features: features
        )
        let keeper = stage.keeper()
        for name in names { _ = try keeper.perform(.add(name)) }
        return stage
    }

    @Test func aListComesInParts() throws {
        let keeper = try Self.stage(.all).keeper()
        var page = ItemPage(2)
        var parts: [[String]] = []
        while true {
            let answer = try keeper.perform(Self.search(page))
            parts.append(Self.accounts(answer))
            guard let next = answer.next else { break }
            page.after = next
        }
        #expect(parts == [["amy", "bob"], ["cat", "dan"], ["eve"]])
    }

    /// An agent that knows no parts is asked for the whole.
    @Test func anOlderAgentAnswersTheWhole() throws {
        let keeper = try Self.stage(.history).keeper()
        let answer = try keeper.perform(Self.search(ItemPage(2)))
        #expect(Self.accounts(answer) == Self.names)
        #expect(answer.next == nil)
    }

    @Test func aPartOfNothingIsRefused() throws {
        let keeper = try Self.stage(.all).keeper()
        #expect(keeper.outcome(Self.search(ItemPage(0))) == "invalidParameter")
        #expect(keeper.outcome(Self.search(ItemPage(1))) == "done")
    }

    /// A change has no parts, whatever a client writes.
    @Test(arguments: [ItemRequest.Verb.delete, .update(ItemChanges())])
    func aChangeOfAPartIsRefused(_ verb: ItemRequest.Verb) throws {
        let stage = try Self.stage(.all)
        let keeper = stage.keeper()
        var change = Self.search(ItemPage(2))
        (change.verb, change.returning) = (verb, [])
        #expect(keeper.outcome(change) == "invalidParameter")
        #expect(Self.accounts(try keeper.perform(Self.search(ItemPage(9)))) == Self.names)
    }

    /// A client may name any row: it only says where a part begins.
    @Test(arguments: [(Int64.min, 5), (0, 5), (3, 2), (.max, 0)])
    func aPartBeginsAnywhere(_ row: Int64, _ count: Int) throws {
        let keeper = try Self.stage(.all).keeper()
        let page = ItemPage(9, after: ItemPage.Place(row: row))
        #expect(try keeper.perform(Self.search(page)).count == count)
    }
}
