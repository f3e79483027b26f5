/// One kind of work that is measured.
enum Work: String, CaseIterable, Codable {
    case read
    case miss
    case listData = "list-data"
    case listAttributes = "list-attributes"
    // In this order: what is inserted is deleted again.
    case insert
    case update
    case delete
    /// The work of a caller of Apple's functions besides calling them, which no library can change.
    /// It is counted, and not timed.
    case callersOwn = "callers-own"

    var title: String {
        switch self {
        case .read: "read a secret"
        case .miss: "look for what is not there"
        case .listData: "list 1,000 with secrets"
        case .listAttributes: "list 1,000 without secrets"
        case .insert: "insert"
        case .update: "update"
        case .delete: "delete"
        case .callersOwn: "the caller's own dictionary and Data"
        }
    }

    var isList: Bool { self == .listData || self == .listAttributes }

    /// The number of times that it is done in a row before another system has its turn.
    var turns: Int {
        switch self {
        case .read, .miss, .callersOwn: 1000
        case .listData, .listAttributes: 5
        case .insert, .update, .delete: 10
        }
    }
}

/// A system under measurement, filled with the items of one size.
protocol Subject: AnyObject {
    var name: String { get }

    /// Does a piece of work some times, on items chosen by the seed.
    ///
    /// - Returns: The nanoseconds of each time.
    func measure(_ work: Work, count: Int, size: Int, seed: UInt64) throws -> [Int64]
}

/// A failure that ends a measurement.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
