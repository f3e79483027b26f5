import PortableKeychain
import ProofSupport

/// Adds items one by one and counts them in an item of its own, with no patience for refusals;
/// journals the longest wait in microseconds.
func write(_ folder: String, _ journal: Journal, first: Int, count: Int) throws {
    let keychain = try Keychain.open(.standard, .proof(folder))
    let counter = first
    var longest = 0
    try keychain.add(ProofItem(counter, version: 0))
    for done in 1...count {
        let start = microseconds()
        try keychain.add(ProofItem(first + done, version: done))
        let middle = microseconds()
        guard try keychain.item(counter).version == done - 1 else { throw ProofItem.Mixture() }
        try keychain.update(ProofItem(counter, version: done))
        longest = max(longest, middle - start, microseconds() - middle)
    }
    journal.write("\(longest)")
}

/// Reads a counter that another process raises, until it is at its end; it never goes back.
func watch(_ folder: String, _ journal: Journal, counter: Int, end: Int) throws {
    let keychain = try Keychain.open(.standard, .proof(folder))
    var (last, longest) = (0, 0)
    while last < end {
        let start = microseconds()
        guard let version = try keychain.versions()[counter] else { continue }
        longest = max(longest, microseconds() - start)
        guard version >= last else { throw ProofItem.Mixture() }
        last = version
    }
    journal.write("\(longest)")
}
