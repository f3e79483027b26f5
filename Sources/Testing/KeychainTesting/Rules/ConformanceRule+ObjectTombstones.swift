@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 4.3: the tombstones of deleted certificates and keys.
    static func graves(_ subject: ObjectClass) -> [ConformanceRule] {
        let dead: AttributeWords = [.tombstone: 1, .synchronizable: 1]
        let more: AttributeWords = [.label: "l", .alias: "a"]
        return rules {
            row(
                "4.3/\(subject.id)-content",
                "A tombstone of class \(subject.id) holds only the primary key.",
                given: [
                    subject.adding(1, more.with([.synchronizable: 1]), payload: [1]),
                    delete([.synchronizable: 1], of: subject.itemClass),
                ],
                find(dead, of: subject.itemClass),
                .finds(1),
                .has(subject.words(1).with(dead)),
                .lacks([.label, .alias]),
                then: [
                    (find([.synchronizable: 1], of: subject.itemClass), .finds(0)),
                    (
                        find(
                            dead,
                            of: subject.itemClass,
                            limit: nil,
                            returning: [.data, .attributes]
                        ),
                        .parts(.attributes)
                    ),
                ]
            )
            row(
                "4.3/\(subject.id)-replaced",
                "An add replaces a tombstone of class \(subject.id).",
                given: [
                    subject.adding(1, [.synchronizable: 1]),
                    delete([.synchronizable: 1], of: subject.itemClass),
                ],
                subject.adding(1, [.synchronizable: 1]),
                .succeeds,
                then: [
                    (find([.synchronizable: 1], of: subject.itemClass), .finds(1)),
                    (find(dead, of: subject.itemClass), .finds(0)),
                ]
            )
            row(
                "4.3/\(subject.id)-moved",
                "A new key leaves a tombstone of class \(subject.id) at the old one.",
                given: [subject.adding(1, [.synchronizable: 1])],
                update([.synchronizable: 1], of: subject.itemClass, to: subject.words(2)),
                .succeeds,
                then: [
                    (find(dead, of: subject.itemClass), .has(subject.words(1))),
                    (find([.synchronizable: 1], of: subject.itemClass), .has(subject.words(2))),
                ]
            )
            row(
                "4.3/\(subject.id)-no-object",
                "No object is made of a tombstone of class \(subject.id).",
                given: [
                    subject.adding(1, [.synchronizable: 1], payload: [1]),
                    delete([.synchronizable: 1], of: subject.itemClass),
                ],
                find(dead, of: subject.itemClass, returning: [.attributes, .reference]),
                .finds(1),
                .parts(.attributes)
            )
        }
    }
}
