internal import KeychainSync

/// The knowledge of every write, beside the items and never in them.
///
/// Each written value is unique and names its event, so that a state shows which events it holds.
struct Ghost {
    struct Event {
        /// The unit that was written; `nil` for a deletion of the whole item.
        let unit: String?
        let account: String
        /// Whether the write removed the value, which nothing can keep.
        let isRemoval: Bool
        /// The events that it replaced, and those they had replaced.
        let seen: Set<Int>
    }

    private(set) var events: [Event] = []
    /// The events that a deletion had seen.
    private(set) var deleted: Set<Int> = []
    /// The events that something else replaced knowingly.
    private(set) var replaced: Set<Int> = []

    /// The event that wrote a value.
    static func event(of value: String?) -> Int? {
        guard let value, let mark = value.lastIndex(of: "e") else { return nil }
        return Int(value[value.index(after: mark)...])
    }

    var next: Int { events.count }

    mutating func put(
        _ unit: String,
        of account: String,
        over old: String?,
        isRemoval: Bool = false
    ) {
        let seen = Self.event(of: old).map { events[$0].seen.union([$0]) } ?? []
        replaced.formUnion(seen)
        events.append(Event(unit: unit, account: account, isRemoval: isRemoval, seen: seen))
    }

    mutating func delete(_ account: String, showing values: [String]) {
        var seen: Set<Int> = []
        for event in values.compactMap(Self.event) {
            seen.formUnion(events[event].seen)
            seen.insert(event)
        }
        deleted.formUnion(seen)
        replaced.formUnion(seen)
        events.append(Event(unit: nil, account: account, isRemoval: true, seen: seen))
    }

    /// The values that the last states of all items, by account, lack but must have, and have but
    /// must not.
    func violations(in final: [String: ItemState]) -> [String] {
        var violations: [String] = []
        let kept = final.mapValues { state in
            Set((state.units + state.history).compactMap { Self.event(of: $0.text) })
        }
        for (number, event) in events.enumerated() where !event.isRemoval {
            if replaced.contains(number) { continue }
            if kept[event.account]?.contains(number) != true {
                violations.append("P2: event \(number) is lost: \(event).")
            }
        }
        for (account, events) in kept where events.isSubset(of: deleted) {
            violations.append("P3: \(account) came back with \(events).")
        }
        return violations
    }
}
