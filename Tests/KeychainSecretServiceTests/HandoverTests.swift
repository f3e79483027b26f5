import Testing

@testable import KeychainSecretService
@testable import PortableKeychain

/// The items of a keychain that another provider lacks.
@Suite struct HandoverTests {
    /// An item `name=secret@time`; of the other provider, with its object.
    private static func item(_ text: String, object: String = "") -> ForeignItem {
        let parts = text.split(whereSeparator: { "=@".contains($0) }).map(String.init)
        var item = ForeignItem(
            label: parts[0],
            attributes: ["name": parts[0]],
            secret: SecretBytes(Array(parts[1].utf8)),
            contentType: "text/plain",
            modified: UInt64(parts[2]) ?? 0
        )
        item.object = object
        return item
    }

    /// The items here and there, and what is missing there, changed since (with its object) and newer there.
    @Test(
        arguments: [
            ([], [], [], [], []),
            (["a=1@5"], [], ["a"], [], []),
            ([], ["a=1@5"], [], [], []),
            (["a=1@5"], ["a=1@9"], [], [], []),
            (["a=2@6"], ["a=1@5"], [], ["a /0"], []),
            (["a=2@5"], ["a=1@5"], [], [], ["a"]),
            (["a=2@4"], ["a=1@5"], [], [], ["a"]),
            // Of several with the same attributes, each stands for one, and equal ones first.
            (["a=1@5", "a=1@5"], ["a=1@5"], ["a"], [], []),
            (["a=2@6", "a=1@5"], ["a=1@5"], ["a"], [], []),
            (["a=3@9", "a=2@6"], ["a=1@5", "a=2@6"], [], ["a /0"], []),
            // One that is not known to be the same is one more.
            (["a=3@9", "a=4@9"], ["a=1@5"], ["a", "a"], [], []),
            (["a=3@9"], ["a=1@5", "a=2@5"], ["a"], [], []),
            // An unknown age is no reason to replace it; an earlier secret of what is there stays here.
            (["a=2@6"], ["a=1@0"], [], [], ["a"]),
            (["a=1@5", "a=2@9"], ["a=2@9"], [], [], ["a"]),
            (["a=3@9", "b=1@1", "c=1@1"], ["c=1@1", "a=1@1", "d=1@1"], ["b"], ["a /1"], []),
        ] as [([String], [String], [String], [String], [String])]
    )
    func isWhatTheOtherLacks(
        _ here: [String],
        _ there: [String],
        _ missing: [String],
        _ changed: [String],
        _ newer: [String]
    ) {
        let others = there.enumerated().map { Self.item($1, object: "/\($0)") }
        let handover = Handover(of: here.map { Self.item($0) }, to: others)
        #expect(handover.missing.map(\.label) == missing)
        #expect(handover.changed.map { "\($0.item.label) \($0.object)" } == changed)
        #expect(handover.newer.map(\.label) == newer)
        #expect(handover.isEmpty == (missing.isEmpty && changed.isEmpty))
    }

    /// Programs store unrelated items with the same attributes, such as notes without any.
    @Test func anotherLabelIsAnotherItem() {
        var note = Self.item("a=2@6")
        note.label = "another note"
        let handover = Handover(of: [note], to: [Self.item("a=1@5", object: "/0")])
        #expect(handover.missing.map(\.label) == ["another note"])
        #expect(handover.changed.isEmpty && handover.newer.isEmpty)
    }

    /// KeePassXC adds attributes of its own, such as the title.
    @Test(arguments: [("1", 0), ("2", 1)])
    func moreAttributesMakeNoOtherItem(_ secret: String, _ missing: Int) {
        var other = Self.item("a=\(secret)@5")
        other.attributes = ["name": "a", "Title": "x"]
        #expect(Handover(of: [Self.item("a=1@5")], to: [other]).missing.count == missing)
        #expect(Handover(of: [other], to: [Self.item("a=1@5")]).missing.count == 1)
    }

    /// To a keychain, more attributes make another item, and what is not known to be older is stored beside the other one.
    @Test(
        arguments: [
            ("a=2@6", "a=1@5", [], ["a /0"], []), ("a=2@5", "a=1@6", [], [], ["a"]),
            ("a=2@5", "a=1@5", ["a"], [], []), ("a=2@0", "a=1@5", ["a"], [], []),
            ("a=2@5", "a=1@0", ["a"], [], []), ("a=1@5", "a=1@6", [], [], []),
        ] as [(String, String, [String], [String], [String])]
    )
    func isTakenByTheSameRule(
        _ there: String,
        _ here: String,
        _ missing: [String],
        _ changed: [String],
        _ newer: [String]
    ) {
        let handover = Handover(
            of: [Self.item(there)],
            to: [Self.item(here, object: "/0")],
            .taking
        )
        #expect(handover.missing.map(\.label) == missing)
        #expect(handover.changed.map { "\($0.item.label) \($0.object)" } == changed)
        #expect(handover.newer.map(\.label) == newer)
        var more = Self.item(here)
        more.attributes = ["name": "a", "Title": "x"]
        #expect(Handover(of: [Self.item(there)], to: [more], .taking).missing.count == 1)
    }
}
