/// The items that all systems hold, by their number; Peers/peer.h says the same.
enum Corpus {
    static let accessGroup = "benchmarks"
    /// How many items share a service: the length of a list.
    static let listLength = 1000

    static func service(_ index: Int) -> String { "service-" + padded(index / listLength, 6) }
    static func account(_ index: Int) -> String { "account-\(padded(index, 7))@example.org" }
    static func secret(_ index: Int) -> String { "correct horse " + padded(index, 10) }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
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
