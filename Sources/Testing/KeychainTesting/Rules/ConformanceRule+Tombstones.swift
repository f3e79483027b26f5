@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 4.3: the tombstones of deleted synchronized items.
    static let tombstones = rules {
        visibility
        row(
            "4.3/content",
            "A tombstone keeps only the primary key.",
            given: [synced, delete([.synchronizable: 1])],
            find(dead),
            .has([
                .account: "a", .service: "s", .tombstone: 1, .synchronizable: 1, .accessible: "ck",
            ]),
            .lacks([.label, .comment])
        )
        row(
            "4.3/content-payload",
            "A tombstone has no payload.",
            given: [synced, delete([.synchronizable: 1])],
            find(dead, returning: [.data, .attributes]),
            .payload(nil)
        )
        row(
            "4.3/add-over",
            "An add replaces a tombstone.",
            given: [synced, delete([.synchronizable: 1])],
            add([.account: "a", .service: "s", .synchronizable: 1], payload: [2]),
            .succeeds,
            then: [(find(dead), .finds(0)), (find([.synchronizable: 1]), .finds(1))]
        )
        ConformanceRule("4.3/inherits", "An add over a tombstone inherits its reference.") {
            trial in
            let first = try trial.reference(of: synced)
            try trial.given(delete([.synchronizable: 1]))
            let second = try trial.reference(of: synced)
            trial.equal(second, first, "reference")
        }
        ConformanceRule("4.3/reference", "A reference does not find a tombstone.") { trial in
            let reference = try trial.reference(of: synced)
            try trial.given(delete([.synchronizable: 1]))
            try trial.expect(
                find(of: nil).with { $0.persistentReference = reference },
                .fails(.itemNotFound)
            )
        }
        row(
            "4.3/new-key",
            "A new key leaves a tombstone at the old one.",
            given: [synced],
            update([.synchronizable: 1], to: [.account: "b"]),
            .succeeds,
            then: [
                (find(dead), .has([.account: "a", .service: "s"])),
                (find([.synchronizable: 1]), .has([.account: "b"])),
            ]
        )
        row(
            "4.3/same-key",
            "A change outside the key leaves none.",
            given: [synced],
            update([.synchronizable: 1], to: [.label: "x"]),
            .succeeds,
            then: [(find(dead), .finds(0))]
        )
        row(
            "4.3/forced",
            "The override leaves one of an item that is not synchronized.",
            given: [add([.account: "a"])],
            delete().with { $0.leavesTombstone = true },
            .succeeds,
            then: [(find([.tombstone: 1]), .has([.account: "a"])), (find(), .finds(0))]
        )
        row(
            "4.3/suppressed",
            "The override leaves none of a synchronized item.",
            given: [synced],
            delete([.synchronizable: 1]).with { $0.leavesTombstone = false },
            .succeeds,
            then: [(find(dead), .finds(0))]
        )
        row(
            "4.3/suppressed-update",
            "The override holds for updates too.",
            given: [synced],
            update([.synchronizable: 1], to: [.account: "b"]).with { $0.leavesTombstone = false },
            .succeeds,
            then: [(find(dead), .finds(0))]
        )
        row(
            "4.3/delete",
            "Deleting a tombstone removes it for good.",
            given: [synced, delete([.synchronizable: 1])],
            delete(dead),
            .succeeds,
            then: [(find(dead), .finds(0)), (find([.synchronizable: 1]), .finds(0))]
        )
        row(
            "4.3/add",
            "A tombstone may be added.",
            given: [add([.account: "a", .synchronizable: 1, .tombstone: 1])],
            find(dead),
            .finds(1),
            .has([.account: "a", .tombstone: 1]),
            then: [(find([.synchronizable: 1]), .finds(0))]
        )
        ConformanceRule("4.3/newer", "A tombstone is newer than its item at any clock.") {
            try $0.given(synced)
            try $0.given(update([.synchronizable: 1], to: [.label: "x"]))
            let item = try $0.item(find([.synchronizable: 1])).attributes
            try $0.given(delete([.synchronizable: 1]))
            let tombstone = try $0.item(find(dead)).attributes
            guard let old = item?[.modificationDate]?.seconds,
                let new = tombstone?[.modificationDate]?.seconds
            else { return $0.report(expected: "mdat of both", found: "none") }
            $0.equal(new > old, true, "a later mdat:")
        }
        row(
            "4.3/turned",
            "An update may make a tombstone, and its payload goes.",
            given: [synced],
            update([.synchronizable: 1], to: [.tombstone: 1]),
            .succeeds,
            then: [
                (find(dead, returning: [.data, .attributes]), .payload(nil)),
                (find([.synchronizable: 1]), .finds(0)),
            ]
        )
        ConformanceRule("4.3/times", "A tombstone keeps cdat and has a new mdat.", needs: [.time]) {
            guard let time = $0.session.time else { return }
            let created = time.now()
            try $0.given(synced)
            time.advance(60)
            try $0.given(delete([.synchronizable: 1]))
            try $0.expect(
                find(dead),
                .has([.creationDate: .date(created), .modificationDate: .date(time.now())])
            )
        }
    }

    private static let dead: AttributeWords = [.synchronizable: 1, .tombstone: 1]

    private static let synced = add(
        [
            .account: "a", .service: "s", .synchronizable: 1, .label: "l", .comment: "c",
            .accessible: "ck",
        ],
        payload: [1]
    )

    private static let visibility = rules {
        row(
            "4.3/left",
            "A deleted synchronized item leaves a tombstone.",
            given: [synced, delete([.synchronizable: 1])],
            find(dead),
            .finds(1)
        )
        row(
            "4.3/hidden",
            "Searches do not see tombstones.",
            given: [synced, delete([.synchronizable: 1])],
            find([.synchronizable: .any]),
            .finds(0)
        )
        row(
            "4.3/hidden-update",
            "Updates do not see tombstones.",
            given: [synced, delete([.synchronizable: 1])],
            update([.synchronizable: 1], to: [.label: "x"]),
            .fails(.itemNotFound)
        )
        row(
            "4.3/hidden-delete",
            "Deletes do not see tombstones.",
            given: [synced, delete([.synchronizable: 1])],
            delete([.synchronizable: 1]),
            .fails(.itemNotFound)
        )
        row(
            "4.3/live",
            "tomb 0 means live items.",
            given: [synced],
            find([.synchronizable: 1, .tombstone: 0]),
            .finds(1),
            .has([.tombstone: 0]),
            then: [(find(dead), .finds(0))]
        )
    }
}
