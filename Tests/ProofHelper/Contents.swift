import PortableKeychain
import ProofSupport

/// Journals the version of each item and the faults of the keychain, and whether it takes one more
/// item.
func tellContents(_ folder: String, _ journal: Journal) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    for (number, version) in try keychain.versions() { journal.write("item \(number) \(version)") }
    for problem in try keychain.verify().problems { journal.write("problem \(problem)") }
    let further = ProofItem(1000, version: 1)
    try keychain.add(further)
    guard try keychain.item(further.number) == further else { throw ProofItem.Mixture() }
    journal.write("whole")
}
