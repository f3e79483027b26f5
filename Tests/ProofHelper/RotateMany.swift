@_spi(Keepers) import PortableKeychain
import ProofSupport
import KeychainLibC

/// Rotates a keychain with many items, and journals the time in microseconds, the most memory in
/// bytes, that before the rotation, and the length of the file.
func rotateMany(_ folder: String, _ journal: Journal, count: Int) throws {
    let keychain = try Keychain.openOrCreate(.standard, configuration: .proof(folder))
    for start in stride(from: 0, to: count, by: 1000) {
        _ = try keychain.performTogether(
            (start..<min(start + 1000, count)).map { number in
                ItemRequest(
                    .add,
                    itemClass: .genericPassword,
                    attributes: [.service: .string("item \(number)"), .account: .string("me")],
                    secret: SecretBytes(Array("secret \(number)".utf8))
                )
            }.map { ItemStep($0) }
        )
    }
    let memory = mostMemory()
    let start = microseconds()
    try keychain.access.rotate()
    journal.write("\(microseconds() - start)")
    journal.write("\(mostMemory())")
    journal.write("\(memory)")
    var facts = stat()
    guard stat(folder + "/default.keychain", &facts) == 0 else { throw ProofItem.Mixture() }
    journal.write("\(facts.st_size)")
}

/// In bytes.
private func mostMemory() -> Int {
    var usage = rusage()
    // Glibc and others disagree about the type of RUSAGE_SELF, which is 0.
    getrusage(0, &usage)
    // Linux counts in kibibytes.
    return Int(usage.ru_maxrss) << 10
}
