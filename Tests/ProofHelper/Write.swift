import PortableKeychain
import ProofSupport

/// Adds items one by one and counts them in an item of its own, with no patience for refusals;
/// journals the longest wait and the mean one, in microseconds.
func write(_ folder: String, _ journal: Journal, first: Int, count: Int) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    let counter = first
    try keychain.add(ProofItem(counter, version: 0))
    var waits: [Int] = []
    for done in 1...count {
        let start = microseconds()
        try keychain.add(ProofItem(first + done, version: done))
        let middle = microseconds()
        guard try keychain.item(counter).version == done - 1 else { throw ProofItem.Mixture() }
        let next = microseconds()
        try keychain.update(ProofItem(counter, version: done))
        waits += [middle - start, microseconds() - next]
    }
    journal.write("\(waits.max() ?? 0) \(waits.reduce(0, +) / waits.count)")
}

/// Reads a counter that another process raises, until it is at its end; it never goes back.
///
/// Journals the longest wait and the mean one.
func watch(_ folder: String, _ journal: Journal, counter: Int, end: Int) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    var last = 0
    var waits: [Int] = []
    while last < end {
        let start = microseconds()
        do {
            let version = try keychain.item(counter).version
            guard version >= last else { throw ProofItem.Mixture() }
            last = version
        } catch let error as KeychainError where error.code == .itemNotFound {
            // The writer has not begun.
        }
        waits.append(microseconds() - start)
        // Whole lists now and then: nothing in them is there by half.
        if waits.count.isMultiple(of: 50) { _ = try keychain.versions() }
    }
    journal.write("\(waits.max() ?? 0) \(waits.reduce(0, +) / waits.count)")
}
