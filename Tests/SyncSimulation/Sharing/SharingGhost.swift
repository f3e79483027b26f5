/// The knowledge of every write and move in several vaults, beside the items and never in them.
///
/// A place is an item of a vault, such as `3:a0`. Each written value is unique and names its event.
struct SharingGhost {
    struct Event {
        let device: Int
        /// The events that it replaced, and those they had replaced.
        let seen: Set<Int>
        /// The places that must have it.
        var places: Set<String>
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
        if let replaced { events[replaced].places.remove(place) }
        let seen = replaced.map { events[$0].seen.union([$0]) } ?? []
        events.append(Event(device: device, seen: seen, places: [place], allowed: [place]))
    }

    mutating func delete(_ place: String, showing values: [String], on device: Int) {
        let shown = Set(values.compactMap(Ghost.event))
        for event in shown { events[event].places.remove(place) }
        deletions.append(Deletion(place: place, device: device, events: withSeen(shown)))
    }

    mutating func move(_ place: String, to other: String, showing values: [String]) {
        let shown = Set(values.compactMap(Ghost.event))
        for event in shown {
            events[event].places.remove(place)
            events[event].places.insert(other)
            events[event].allowed.insert(other)
        }
        moved[other, default: []].formUnion(withSeen(shown))
    }

    private func withSeen(_ shown: Set<Int>) -> Set<Int> {
        shown.reduce(into: shown) { $0.formUnion(events[$1].seen) }
    }
}
