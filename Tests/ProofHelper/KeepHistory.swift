import PortableKeychain
import ProofSupport

/// Changes an item with a history until it is killed; journals the number of each change that was made.
func keepHistory(_ folder: String, _ journal: Journal, first: Int) throws {
    var configuration = try Keychain.Configuration.proof(folder)
    configuration.history = .kept(versions: ProofHistory.versions)
    let keychain = try Keychain.open(.standard, configuration: configuration)
    for number in first...first + 100_000 {
        try ProofHistory.make(number, in: keychain)
        journal.write("\(number)")
    }
}
