@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.3: the attributes of all classes.
    static let commonAttributes = rules {
        givenTimes
        digests
        row(
            "1.3/defaults",
            "An attribute that is absent on add takes its default.",
            given: [add()],
            find(),
            .has([
                .accessGroup: .text(Trial.groups[0]), .accessible: "ak",
                .synchronizable: 0, .tombstone: 0, .multiUser: [],
                .accessControl: .plain(.whenUnlocked),
            ])
        )
        row(
            "1.3/none",
            "An attribute without a default stays absent.",
            given: [add()],
            find(),
            .lacks([
                .label, .syncViewHint, .tokenID, .sharingGroup, .uuid, .systemBound, .appClip,
                .cloudService, .cloudPublicKey, .cloudPublicIdentity,
            ])
        )
        for (key, word) in settable {
            row(
                "1.3/keeps-\(key.name)",
                "\(key.name) is kept and returned.",
                given: [add([key: word])],
                find(),
                .has([key: word])
            )
        }
        for (verb, request) in clipRequests {
            row("1.3/clip-\(verb)", "No request may name clip.", request, .fails(.invalidParameter))
        }
        row(
            "1.3/clip-new",
            "No update may name clip.",
            given: [add()],
            update(to: [.appClip: 0]),
            .fails(.invalidParameter)
        )
        row(
            "1.3/ggrp-hidden",
            "The sharing group is never returned.",
            given: [add([.sharingGroup: "family"])],
            find([.sharingGroup: "family"]),
            .finds(1),
            .lacks([.sharingGroup])
        )
        row(
            "1.3/ggrp-new",
            "No update may change the sharing group.",
            given: [add()],
            update(to: [.sharingGroup: "family"]),
            .fails(.invalidParameter)
        )
        row(
            "1.3/musr-new",
            "An update ignores the multi-user attribute.",
            given: [add()],
            update(to: [.multiUser: .data(.init(repeating: 1, count: 16))]),
            .succeeds,
            then: [(find(), .has([.multiUser: []]))]
        )
        row(
            "1.3/large",
            "Two megabytes are a payload like any other.",
            given: [add(payload: .init(repeating: 0xA5, count: 2_000_000))],
            find(limit: nil, returning: .data),
            .payload(.init(repeating: 0xA5, count: 2_000_000))
        )
    }

    private static let settable: [(AttributeKey, Word)] = [
        (.label, "my label"), (.syncViewHint, "hint"), (.systemBound, 1),
        (.cloudService, 3), (.cloudPublicKey, [4]), (.cloudPublicIdentity, [5]),
    ]

    private static let clipRequests = [
        ("add", add([.appClip: 0])), ("search", find([.appClip: 0])),
        ("delete", delete([.appClip: 0])),
        ("query", update([.appClip: 0], to: [.label: "x"])),
    ]

    private static let givenTimes = rules {
        row(
            "1.3/cdat-add",
            "A creation date given to an add is overwritten.",
            given: [add([.creationDate: .date(1000)])],
            find([.creationDate: .date(1000)]),
            .finds(0),
            then: [(find(), .finds(1))]
        )
        row(
            "1.3/mdat-add",
            "A modification date given to an add is overwritten.",
            given: [add([.modificationDate: .date(1000)])],
            find([.modificationDate: .date(1000)]),
            .finds(0),
            then: [(find(), .finds(1))]
        )
        row(
            "1.3/cdat-update",
            "An update may set the creation date.",
            given: [add()],
            update(to: [.creationDate: .date(1000)]),
            .succeeds,
            then: [(find([.creationDate: .date(1000)]), .has([.creationDate: .date(1000)]))]
        )
        row(
            "1.3/mdat-update",
            "A modification date given to an update is overwritten.",
            given: [add()],
            update(to: [.modificationDate: .date(1000)]),
            .succeeds,
            then: [(find([.modificationDate: .date(1000)]), .finds(0)), (find(), .finds(1))]
        )
        ConformanceRule("1.3/now", "Both dates are the time of the add.", needs: [.time]) { trial in
            guard let time = trial.session.time else { return }
            time.advance(1000)
            let now = time.now()
            try trial.given(add())
            try trial.expect(
                find(),
                .has([.creationDate: .date(now), .modificationDate: .date(now)])
            )
        }
    }

    private static let digests = rules {
        ConformanceRule("1.3/sha1", "The digest is 20 bytes and differs between items.") { trial in
            try trial.given(add([.account: "a"]))
            try trial.given(add([.account: "b"]))
            let digests = try trial.given(find()).items.map { $0.attributes?[.sha1] }
            trial.equal(Set(digests).count, 2, "number of digests")
            for digest in digests {
                guard case .data(let bytes)? = digest else {
                    return trial.report(expected: "sha1 as data", found: "\(digest as Any)")
                }
                trial.equal(bytes.count, 20, "length of sha1")
            }
        }
        ConformanceRule("1.3/sha1-search", "The digest finds its item.") { trial in
            try trial.given(add([.account: "a"]))
            try trial.given(add([.account: "b"]))
            guard let digest = try trial.item(find([.account: "b"])).attributes?[.sha1] else {
                return trial.report(expected: "sha1", found: "none")
            }
            try trial.expect(find([.sha1: Word(digest)]), .finds(1), .has([.account: "b"]))
        }
        for (name, change) in [
            ("label", update(to: [.label: "x"])), ("payload", update(to: [:], payload: [2])),
        ] {
            ConformanceRule("1.3/sha1-\(name)", "The digest follows the \(name).") { trial in
                try trial.given(add(payload: [1]))
                let before = try trial.item(find()).attributes?[.sha1]
                try trial.given(change)
                let after = try trial.item(find()).attributes?[.sha1]
                trial.equal(before == after, false, "equality of sha1 before and after:")
            }
        }
        row(
            "1.3/sha1-add",
            "A digest given to an add is overwritten.",
            given: [add([.sha1: .data(.init(repeating: 9, count: 20))])],
            find([.sha1: .data(.init(repeating: 9, count: 20))]),
            .finds(0),
            then: [(find(), .finds(1))]
        )
    }
}
