/// The knowledge of every write and move in several vaults, beside the items and never in them.
///
/// A place is an item of a vault, such as `3:a0`. Each written value is unique and names its event; so does each value
/// that a move has made a new version of.
struct SharingGhost {
    /// A value at a place.
    struct Value: Hashable {
        let place: String
        let text: String
    }

    /// Something that a user did with a value.
    struct Act {
        let device: Int
        /// The place that it left; `nil` for the first one.
        var from: String?
        /// The value in its new place; `nil` if it has none.
        var to: Value?
        /// The event that replaced it; `nil` for a move or deletion.
        var replacement: Int?
    }

    struct Event {
        let device: Int
        /// The events that it replaced, and those they had replaced.
        let seen: Set<Int>
        var acts: [Act]
        /// The places that may have it: a user wrote it there, or moved it there.
        var allowed: Set<String>
    }

    /// A deletion by a user who saw some events.
    struct Deletion {
        let place: String
        let device: Int
        let events: Set<Int>
    }

    private(set) var events: [Event] = []
    private(set) var deletions: [Deletion] = []
    /// The events that a user moved to a place.
    private(set) var moved: [String: Set<Int>] = [:]

    var next: Int { events.count }

    mutating func put(_ place: String, over old: String?, on device: Int) {
        let replaced = Ghost.event(of: old)
        if let replaced {
            events[replaced].acts.append(Act(device: device, from: place, replacement: next))
        }
        let seen = replaced.map { events[$0].seen.union([$0]) } ?? []
        let act = Act(device: device, to: Value(place: place, text: "e\(next)"))
        events.append(Event(device: device, seen: seen, acts: [act], allowed: [place]))
    }

    mutating func delete(_ place: String, showing values: [String], on device: Int) {
        let shown = Set(values.compactMap(Ghost.event))
        for event in shown { events[event].acts.append(Act(device: device, from: place)) }
        deletions.append(Deletion(place: place, device: device, events: withSeen(shown)))
    }

    /// Notes a move, with the values that the item has in its new place.
    mutating func move(_ place: String, to other: String, as values: [String], on device: Int) {
        for text in values {
            guard let event = Ghost.event(of: text) else { continue }
            let value = Value(place: other, text: text)
            events[event].acts.append(Act(device: device, from: place, to: value))
            events[event].allowed.insert(other)
        }
        moved[other, default: []].formUnion(withSeen(Set(values.compactMap(Ghost.event))))
    }

    private func withSeen(_ shown: Set<Int>) -> Set<Int> {
        shown.reduce(into: shown) { $0.formUnion(events[$1].seen) }
    }
}

// MARK: Values that must be kept

extension SharingGhost {
    /// The events that must be somewhere, because their users put them there and no user took them away.
    ///
    /// A device that is lost takes with it what no log has heard of: that act did not happen. What it wrote and could
    /// not send is lost with it, and what it moved and could not send must be where it was, unless
    /// others have replaced, deleted or moved it there: they did so with the item that their vault had.
    ///
    /// - Parameters:
    ///   - lost: The devices that are lost.
    ///   - sent: The values that ever were on the log of the place's vault.
    /// - Returns: The events, in order.
    func wanted(without lost: Set<Int>, sent: Set<Value>) -> [Int] {
        // What several writes on one device replaced was replaced if the last of them was sent.
        let known = withSeen(Set(sent.compactMap { Ghost.event(of: $0.text) }))
        var written = known
        return events.indices.reversed().filter { event in
            let acts = events[event].acts
            var happened = acts.map { !lost.contains($0.device) }
            for index in acts.indices.reversed() where !happened[index] {
                let act = acts[index]
                guard let value = act.to else {
                    // No record says who deleted an item, so that a deletion counts in any case.
                    happened[index] = act.replacement.map(written.contains) ?? true
                    continue
                }
                // An act that follows, and is known, takes this one with it.
                let following = acts.indices.first {
                    $0 > index && acts[$0].device == act.device && acts[$0].from == value.place
                }
                happened[index] =
                    sent.contains(value) || following.map { happened[$0] } ?? false
            }
            if happened[0] { written.insert(event) }
            var places: Set<String> = []
            for (act, happened) in zip(acts, happened) where happened {
                if let place = act.from { places.remove(place) }
                if let place = act.to?.place { places.insert(place) }
            }
            return !places.isEmpty
        }
    }
}
