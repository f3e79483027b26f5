/// The items that all systems hold, by their number; Peers/peer.h says the same.
enum Corpus {
    static let accessGroup = "benchmarks"
    /// The number of items that share a service: the length of a list.
    static let listLength = 1000

    static func service(_ index: Int) -> String { text("service-", index / listLength, 6) }
    static func account(_ index: Int) -> String { text("account-", index, 7, "@example.org") }
    static func secret(_ index: Int) -> String { text("correct horse ", index, 10) }

    /// A number of a fixed length between two texts, in one step: joining texts took as many
    /// instructions as some of the work that is counted together with it.
    private static func text(
        _ start: StaticString,
        _ number: Int,
        _ length: Int,
        _ end: StaticString = ""
    ) -> String {
        let (first, last) = (start.utf8CodeUnitCount, end.utf8CodeUnitCount)
        return String(unsafeUninitializedCapacity: first + length + last) { room in
            _ = room[..<first].update(
                fromContentsOf: UnsafeBufferPointer(start: start.utf8Start, count: first)
            )
            var rest = number
            for place in (first..<first + length).reversed() {
                room[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            _ = room[(first + length)...].update(
                fromContentsOf: UnsafeBufferPointer(start: end.utf8Start, count: last)
            )
            return first + length + last
        }
    }
}

/// The numbers of the items to look at: the same sequence for all systems (Marsaglia 2003).
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
