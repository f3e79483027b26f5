import Foundation
import ForeignFormats
import KeychainctlKit
@_spi(Keepers) import PortableKeychain
import SafeText
import Testing

@testable import Transfer

/// The effect of an import on the items that are there.
@Suite struct ImportPlanTests {
    private let keychain: Keychain
    private let items: Items

    init() throws {
        let configuration = Keychain.Configuration(
            applicationIdentifier: AccessGroups.tool,
            accessGroups: ["*"]
        )
        keychain = try Keychain.inMemory(configuration)
        items = Items(keychain: keychain)
    }

    private func content(
        _ secrets: [String],
        _ more: ItemAttributes = [:],
        created: Double? = 1_000_000_000
    ) -> ImportContent {
        var content = ImportContent()
        for secret in secrets {
            var attributes: ItemAttributes = [.service: .string("s"), .account: .string("me")]
            for (key, value) in more { attributes[key] = value }
            content.items.append(
                NewItem(
                    itemClass: .genericPassword,
                    attributes: attributes,
                    secret: SecretBytes(utf8: secret),
                    created: created
                )
            )
        }
        return content
    }

    /// The outcome of each item, before it is performed.
    @discardableResult
    private func outcomes(
        _ content: ImportContent,
        replacing: Bool? = nil
    ) throws -> [ImportPlan.Outcome] {
        let plan = try ImportPlan(content, into: items)
        if let replacing { try plan.perform(replacing: replacing) }
        return plan.outcomes
    }

    private func stored() throws -> [ItemAnswer.Item] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.synchronizable: SynchronizationScope.any.value],
            limit: .all,
            returning: [.attributes, .data]
        )
        return try keychain.answer(to: search)?.items ?? []
    }

    private func secrets() throws -> [String] { try stored().map { $0.secret?.string() ?? "" } }

    @Test func aConflictIsReplacedOnlyIfItIsWanted() throws {
        #expect(try outcomes(content(["old"]), replacing: false) == [.new])
        #expect(try outcomes(content(["old"]), replacing: true) == [.same])
        #expect(try outcomes(content(["new"]), replacing: false) == [.conflicting])
        #expect(try secrets() == ["old"])
        #expect(try outcomes(content(["new"]), replacing: true) == [.conflicting])
        #expect(try secrets() == ["new"])
    }

    // MARK: A plan for another keychain

    /// Something that the other keychain is when the plan moves there.
    enum Other: CaseIterable { case empty, hasTheItem, hasAnother, hasAKey, ofAnotherGroup }

    /// Only an empty keychain needs no plan of its own.
    @Test(arguments: Other.allCases) func movesToAnotherKeychain(_ other: Other) throws {
        let plan = try ImportPlan(content(["secret"]), into: items)
        let there = try Keychain.inMemory(
            Keychain.Configuration(
                applicationIdentifier: other == .ofAnotherGroup ? "other" : AccessGroups.tool,
                accessGroups: ["*"]
            )
        )
        switch other {
        case .empty, .ofAnotherGroup: break
        case .hasTheItem:
            try ImportPlan(content(["other"]), into: Items(keychain: there)).perform(
                replacing: false
            )
        case .hasAnother:
            _ = try there.answer(
                to: ItemRequest(
                    .add,
                    itemClass: .internetPassword,
                    attributes: [.server: .string("a.example"), .synchronizable: .number(1)]
                )
            )
        case .hasAKey:
            let key = try KeyMaterial.generate(.p256)
            _ = try there.answer(to: ItemRequest(.add, itemClass: .key, object: .key(key)))
        }
        #expect(try Items(keychain: there).isEmpty == [.empty, .ofAnotherGroup].contains(other))
        let moved = try plan.moved(to: Items(keychain: there))
        #expect(moved.outcomes == [other == .hasTheItem ? .conflicting : .new])
        try moved.perform(replacing: false)
        #expect(try stored().isEmpty)
        let search = ItemRequest(
            .copyMatching,
            itemClass: .genericPassword,
            attributes: [.service: .string("s")],
            returning: [.attributes, .data]
        )
        let found = try #require(try there.answer(to: search)?.items.first)
        #expect(found.secret?.string() == (other == .hasTheItem ? "other" : "secret"))
        #expect(found.attributes?[.accessGroup] == there.defaultAccessGroup.map { .string($0) })
    }

    /// Two items of a file can be one in a group, and two in another one.
    @Test func plansAgainForAnotherGroup() throws {
        var both = content(["secret"], [.accessGroup: .string(AccessGroups.tool)])
        both.items += content(["secret"]).items
        let plan = try ImportPlan(both, into: items)
        #expect(plan.outcomes == [.new])
        let there = try Keychain.inMemory(
            Keychain.Configuration(applicationIdentifier: "other", accessGroups: ["*"])
        )
        #expect(try plan.moved(to: Items(keychain: there)).outcomes == [.new, .new])
    }

    @Test func otherNotesAreAConflict() throws {
        try outcomes(content(["old"], [.comment: .string("left")]), replacing: false)
        #expect(try outcomes(content(["old"])) == [.same], "notes that the file does not have")
        let other = content(["old"], [.comment: .string("right")])
        #expect(try outcomes(other, replacing: true) == [.conflicting])
        #expect(try stored().first?.attributes?[.comment] == .string("right"))
        #expect(try stored().count == 1)
    }

    @Test func equalItemsOfAFileAreOne() throws {
        #expect(try outcomes(content(["a", "a", "b"]), replacing: false) == [.new, .new])
        #expect(try secrets() == ["a", "b"])
        let services = try stored().map { $0.attributes?[.service] }
        #expect(services == [.string("s"), .string("s (2)")])
    }

    /// The date of the other program stays, and a replaced item keeps its own.
    @Test func datesAreKept() throws {
        try outcomes(content(["old"]), replacing: false)
        let date = AttributeValue.date(Date(timeIntervalSince1970: 1_000_000_000))
        #expect(try stored().first?.attributes?[.creationDate] == date)
    }

    /// The name decides: an item that is synchronized is no other one.
    @Test func aSynchronizedItemIsTheSame() throws {
        let synchronized = SynchronizationScope.synchronized.value
        try outcomes(content(["old"], [.synchronizable: synchronized]), replacing: false)
        #expect(try outcomes(content(["old"])) == [.same])
        #expect(try outcomes(content(["new"]), replacing: true) == [.conflicting])
        #expect(try secrets() == ["new"])
    }

    /// A new secret does not move an item of a program to the group of the tool.
    @Test func anItemOfAProgramStaysInItsGroup() throws {
        let group = AttributeValue.string("app")
        try outcomes(content(["old"], [.accessGroup: group]), replacing: false)
        #expect(try outcomes(content(["new"]), replacing: true) == [.conflicting])
        #expect(try stored().map { $0.attributes?[.accessGroup] } == [group])
        #expect(try secrets() == ["new"])
    }

    /// An item whose secret cannot be read now is there all the same.
    @Test func anItemThatNeedsAProofIsInConflict() throws {
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        let guarded = content(["old"], [.accessControl: .accessControl(control)], created: nil)
        try outcomes(guarded, replacing: false)
        #expect(try outcomes(content(["old"])) == [.conflicting])
    }

    @Test func aCertificateIsNewOnce() throws {
        let export = try KeychainExportTests.content(KeychainExportTests.certificate)
        #expect(try outcomes(export, replacing: false) == [.new])
        #expect(try outcomes(export, replacing: false) == [.same])
    }

    /// An entry that cannot be imported ends the import, unless its user wants the rest.
    @Test func badEntriesAreLeftOutIfThatIsWanted() throws {
        var rules = ReadingRules()
        var content = ImportContent()
        #expect(throws: FormatProblem.self) { try content.omit(FormatProblem("bad"), rules) }
        rules.leavesOutBad = true
        try content.omit(FormatProblem("bad"), rules)
        #expect(content.omissions == ["bad"])
    }

    /// A name that programs search for stays as it is, also if it looks like an address.
    @Test func aServiceIsNoAddress() {
        var entry = ForeignEntry(title: "A")
        entry.service = "https://a.example"
        entry.address = "https://a.example"
        entry.password = SecretBytes(utf8: "p")
        #expect(entry.items.map(\.itemClass) == [.genericPassword])
        #expect(entry.items.first?.attributes[.service] == .string("https://a.example"))
    }
}
