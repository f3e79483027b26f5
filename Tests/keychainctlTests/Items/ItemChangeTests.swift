import KeychainctlKit
import Testing

@testable import keychainctl

@Suite struct ItemChangeTests {
    private static let api2 = Samples.item("api", account: "other", 1)

    static let differences: [([ListedItem], [ListedItem], [(ItemChange.Kind, ListedItem)])] = [
        ([], [], []),
        ([Samples.api], [Samples.api], []),
        ([], [Samples.api, Samples.mail], [(.added, Samples.api), (.added, Samples.mail)]),
        ([Samples.api, Samples.mail], [Samples.mail], [(.deleted, Samples.api)]),
        ([Samples.api, Samples.mail], [api2, Samples.mail], [(.changed, api2)]),
        // Order does not matter; deletions come first.
        (
            [Samples.api, Samples.mail], [Samples.backup, Samples.mail],
            [(.deleted, Samples.api), (.added, Samples.backup)]
        ),
        ([Samples.api, Samples.mail], [Samples.mail, Samples.api], []),
    ]

    @Test(arguments: differences)
    func tells(
        _ before: [ListedItem],
        _ after: [ListedItem],
        _ expected: [(ItemChange.Kind, ListedItem)]
    ) {
        #expect(
            ItemChange.between(before, after)
                == expected.map { ItemChange(kind: $0.0, item: $0.1) }
        )
    }

    @Test func writesLines() {
        let change = ItemChange(kind: .added, item: Samples.item("a\nb\u{1B}[2J", 9))
        #expect(change.line == "added\tgeneric\ta\\nb\\u{1b}[2J\t\t\t")
        #expect(
            change.json
                == #"{"change":"added","class":"generic","service":"a\nb\u001b[2J"}"#
        )
    }
}
