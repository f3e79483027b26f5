/// The service's record of a program on the bus until that leaves.
struct BusClient {
    /// The attributes that the program asked for when a search found a locked item: they are shown
    /// as the item's, because the item itself cannot be read.
    private(set) var asked: [String: SearchAttributes] = [:]
    /// The number of its open sessions.
    var sessionCount = 0

    /// The most locked items that are remembered for a program; the others are shown without
    /// attributes.
    static let mostAsked = 10_000
    /// The most sessions of a program: some open one for each item, and close none.
    static let mostSessions = 10_000
    /// The most prompts of a program.
    static let mostPrompts = 64

    mutating func remember(_ path: String, _ attributes: SearchAttributes) {
        guard asked[path] != nil || asked.count < Self.mostAsked else { return }
        asked[path] = attributes
    }
}
