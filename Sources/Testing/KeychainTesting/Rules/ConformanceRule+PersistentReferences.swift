@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.5: references that outlive searches.
    static let persistentReferences = rules {
        for itemClass in storedClasses {
            let request = add(of: itemClass, returning: .persistentReference)
            ConformanceRule(
                "2.5/form-\(itemClass.rawValue)",
                "A reference is the class and 16 bytes."
            ) { trial in
                let item = try trial.item(request)
                trial.equal(item.persistentReference?.count, 20, "length")
                trial.equal(
                    item.persistentReference?.prefix(4).map { $0 },
                    request.itemClass.map { Array($0.rawValue.utf8) },
                    "letters"
                )
                let found = try trial.item(
                    find(of: request.itemClass, returning: .persistentReference)
                )
                trial.equal(found.persistentReference, item.persistentReference, "reference")
            }
        }
        searchesByReference
        stability
        writesByReference
        for (name, bytes, code) in malformed {
            row(
                "2.5/malformed-\(name)",
                "A reference of the wrong form: \(name).",
                given: [add()],
                find(of: nil).by(bytes),
                .fails(code),
                then: [
                    (delete(of: nil).by(bytes), .fails(code)),
                    (update(of: nil, to: [.label: "x"]).by(bytes), .fails(code)),
                ]
            )
        }
        for itemClass in storedClasses {
            row(
                "2.5/unknown-\(itemClass.rawValue)",
                "A well-formed reference of no item finds nothing.",
                given: [add(of: itemClass)],
                find(of: nil).by(letters(itemClass.rawValue) + .init(repeating: 7, count: 16)),
                .fails(.itemNotFound)
            )
        }
    }

    private static func letters(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let malformed: [(String, [UInt8], KeychainError.Code)] = [
        ("empty", [], .itemNotFound),
        ("letters only", letters("genp"), .itemNotFound),
        ("row number", letters("genp") + [0, 0, 0, 0, 0, 0, 0, 1], .itemNotFound),
        ("19 bytes", letters("genp") + .init(repeating: 1, count: 15), .itemNotFound),
        ("21 bytes", letters("genp") + .init(repeating: 1, count: 17), .itemNotFound),
        ("unknown class", letters("nope") + .init(repeating: 1, count: 16), .itemNotFound),
        ("no text", .init(repeating: 0xFF, count: 20), .itemNotFound),
    ]

    private static let searchesByReference = rules {
        ConformanceRule("2.5/search", "A search by reference needs no class.") { trial in
            let reference = try trial.reference(of: add([.account: "a"], payload: [1]))
            try trial.given(add([.account: "b"], payload: [2]))
            try trial.expect(find(of: nil).by(reference), .finds(1), .has([.account: "a"]))
            try trial.expect(find().by(reference), .shape(.list, items: 1))
            try trial.expect(
                find(of: nil, limit: nil, returning: .data).by(reference),
                .payload([1])
            )
        }
        ConformanceRule("2.5/class", "A reference of another class is refused.") { trial in
            let reference = try trial.reference(of: add())
            try trial.expect(find(of: .internetPassword).by(reference), .fails(.noSuchClass))
        }
        for (key, word) in [
            (AttributeKey.account, "a" as Word), (.synchronizable, 0),
            (.accessGroup, .text(Trial.groups[0])),
        ] {
            ConformanceRule(
                "2.5/attribute-\(key.name)",
                "No attribute stands beside a reference in a search."
            ) { trial in
                let reference = try trial.reference(of: add([.account: "a"]))
                let words: AttributeWords = [key: word]
                try trial.expect(find(words).by(reference), .fails(.invalidParameter))
                try trial.expect(find(words, of: nil).by(reference), .fails(.invalidParameter))
            }
        }
        ConformanceRule(
            "2.5/no-conditions",
            "A parameter that is not a condition may stand beside a reference."
        ) {
            let words: AttributeWords = [
                .synchronizable: .any, .accessControl: .plain(.always),
            ]
            let reference = try $0.reference(of: add([.account: "a"], payload: [1]))
            try $0.expect(find(words, of: nil).by(reference), .finds(1))
            try $0.expect(
                update(words, of: nil, to: [.label: "x"]).by(reference),
                .succeeds
            )
            try $0.expect(find([.label: "x"]), .finds(1))
            try $0.expect(delete(words, of: nil).by(reference), .succeeds)
            try $0.expect(find(), .finds(0))
        }
        ConformanceRule("2.5/sync", "A reference finds synchronized items too.") { trial in
            let reference = try trial.reference(of: add([.synchronizable: 1]))
            try trial.expect(find(of: nil).by(reference), .finds(1))
            try trial.expect(delete(of: nil).by(reference), .succeeds)
            try trial.expect(find(of: nil).by(reference), .fails(.itemNotFound))
        }
        ConformanceRule("2.5/groups", "A reference does not reach beyond the groups.") { trial in
            let reference = try trial.reference(of: add())
            try trial.expect(find(of: nil).by(reference), .fails(.itemNotFound), as: ["other"])
            try trial.expect(delete(of: nil).by(reference), .fails(.itemNotFound), as: ["other"])
            try trial.expect(
                update(of: nil, to: [.label: "x"]).by(reference),
                .fails(.itemNotFound),
                as: ["other"]
            )
        }
    }

    private static let stability = rules {
        for (name, change) in [
            ("label", update(to: [.label: "x"])), ("payload", update(to: [:], payload: [2])),
            ("key", update(to: [.account: "other", .service: "other"])),
            ("group", update(to: [.accessGroup: .text(Trial.groups[1])])),
            ("accessible", update(to: [.accessible: "dk"])),
            ("sync", update(to: [.synchronizable: 1])),
        ] {
            ConformanceRule("2.5/stable-\(name)", "A new \(name) keeps the reference.") { trial in
                let reference = try trial.reference(of: add([.account: "a"]))
                try trial.given(change)
                try trial.expect(find(of: nil).by(reference), .finds(1))
                let found = try trial.item(
                    find([.synchronizable: .any], returning: .persistentReference)
                )
                trial.equal(found.persistentReference, reference, "reference")
            }
        }
        ConformanceRule("2.5/gone", "The reference of a deleted item finds nothing.") { trial in
            let reference = try trial.reference(of: add())
            try trial.given(delete())
            try trial.expect(find(of: nil).by(reference), .fails(.itemNotFound))
            try trial.expect(delete(of: nil).by(reference), .fails(.itemNotFound))
        }
        ConformanceRule("2.5/again", "The same item added again has a new reference.") { trial in
            let reference = try trial.reference(of: add())
            try trial.given(delete())
            let again = try trial.reference(of: add())
            trial.equal(again == reference, false, "equality of the references:")
            try trial.expect(find(of: nil).by(reference), .fails(.itemNotFound))
        }
    }

    private static let writesByReference = rules {
        ConformanceRule("2.5/update", "An update by reference changes that item.") { trial in
            let reference = try trial.reference(of: add([.account: "a"]))
            try trial.given(add([.account: "b"]))
            try trial.given(update(of: nil, to: [.label: "x"]).by(reference))
            try trial.expect(find([.label: "x"]), .finds(1), .has([.account: "a"]))
        }
        ConformanceRule("2.5/update-narrows", "Attributes narrow an update by reference.") {
            let reference = try $0.reference(of: add([.account: "a"]))
            try $0.expect(
                update([.account: "b"], to: [.label: "x"]).by(reference),
                .fails(.itemNotFound)
            )
            try $0.expect(update([.account: "a"], to: [.label: "x"]).by(reference), .succeeds)
        }
        ConformanceRule("2.5/delete", "A delete by reference removes that item.") { trial in
            let reference = try trial.reference(of: add([.account: "a"]))
            try trial.given(add([.account: "b"]))
            try trial.given(delete(of: nil).by(reference))
            try trial.expect(find(), .finds(1), .has([.account: "b"]))
        }
        ConformanceRule("2.5/delete-narrows", "Attributes narrow a delete by reference.") {
            let reference = try $0.reference(of: add([.account: "a"]))
            try $0.expect(delete([.account: "b"]).by(reference), .fails(.itemNotFound))
            try $0.expect(delete([.account: "a"]).by(reference), .succeeds)
        }
        ConformanceRule("2.5/add", "An add takes no reference.") { trial in
            let reference = try trial.reference(of: add([.account: "a"]))
            for bytes in [reference, Array(reference.prefix(12)), [1]] {
                try trial.expect(add([.account: "b"]).by(bytes), .fails(.invalidParameter))
            }
        }
    }
}
