@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The meaning of a name when there are a local and a synchronized item of it.
@Suite struct TwinTests {
    private typealias Presence = Items.Presence

    /// Whether a local and a synchronized item are there, the choice, and the item a secret is
    /// stored for: `true` for the synchronized one.
    @Test(
        arguments: [
            (false, false, nil, .success(false)), (true, false, nil, .success(false)),
            (false, true, nil, .success(true)), (true, true, nil, .failure(.twins)),
            (false, false, true, .success(true)), (true, false, true, .failure(.onlyLocal)),
            (false, true, true, .success(true)), (true, true, true, .success(true)),
            (false, false, false, .success(false)), (true, false, false, .success(false)),
            (false, true, false, .failure(.onlySynchronized)), (true, true, false, .success(false)),
        ] as [(Bool, Bool, Bool?, Result<Bool, Items.Conflict>)]
    )
    func decides(
        _ isLocal: Bool,
        _ isSynchronized: Bool,
        _ wanted: Bool?,
        _ expected: Result<Bool, Items.Conflict>
    ) {
        let presence = Presence(isLocal: isLocal, isSynchronized: isSynchronized)
        let result = Result { () throws(Items.Conflict) in try presence.target(wanted) }
        #expect(result == expected)
    }

    private static func item(
        _ service: String,
        account: String = "",
        group: String = "g",
        synchronized: Bool = false
    ) -> ListedItem {
        ListedItem(
            itemClass: .genericPassword,
            attributes: [
                .service: .string(service), .account: .string(account),
                .accessGroup: .string(group), .synchronizable: .number(synchronized ? 1 : 0),
            ]
        )
    }

    @Test func knowsTwins() {
        let local = Self.item("api")
        #expect(local.isTwin(of: Self.item("api", synchronized: true)))
        #expect(!local.isTwin(of: local))
        #expect(!local.isTwin(of: Self.item("api", account: "ci", synchronized: true)))
        #expect(!local.isTwin(of: Self.item("api", group: "h", synchronized: true)))
        var page = Self.item("", synchronized: true)
        page = ListedItem(itemClass: .internetPassword, attributes: page.attributes)
        #expect(!Self.item("").isTwin(of: page))
    }

    /// Candidates, their lines, and the advice beside a name.
    @Test(
        arguments: [
            ([item("a"), item("b")], ["a", "b"], "use one of the names above"),
            // The same letters for a reader, so a shell's words for them are shown.
            (
                [item("caf\u{e9}'s \u{1b}"), item("cafe\u{301}'s \u{1b}"), item("b\\")],
                [
                    "$'caf\\303\\251\\'s \\033'", "$'cafe\\314\\201\\'s \\033'", "b\\\\",
                ],
                "use one of the names above"
            ),
            (
                [item("a"), item("a", synchronized: true)],
                ["a  not synchronized", "a  synchronized"],
                "use one of the names above, and --synchronizable or --no-synchronizable where they "
                    + "are the same"
            ),
            (
                [item("a", group: "x"), item("a", group: "y"), item("b", group: "z")],
                ["a  group x", "a  group y", "b"],
                "use one of the names above, and --group where they are the same"
            ),
        ] as [([ListedItem], [String], String)]
    )
    func tellsCandidatesApart(_ items: [ListedItem], _ lines: [String], _ advice: String) {
        let candidates = ItemCandidates(items)
        #expect(candidates.lines == lines)
        #expect(candidates.advice(.name(ItemChoice())) == advice)
        #expect(Advice.isAdvice(candidates.advice(.name(ItemChoice()))))
        #expect(Advice.isAdvice(candidates.advice(.options)))
        #expect(Advice.isAdvice(candidates.advice(.reference)))
    }

    @Test func namesTheCommandThatRemovesOne() {
        let twins = ItemCandidates([Self.item("it's"), Self.item("it's", synchronized: true)])
        #expect(
            twins.deletion(synchronized: true)
                == "keychainctl delete --service SERVICE --account \"\" --group g --synchronizable"
        )
    }
}
