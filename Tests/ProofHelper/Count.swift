import PortableKeychain
import ProofSupport

/// Raises a number that other processes raise, too.
///
/// Reads it, and stores the next one unless it was changed meanwhile. Journals how often it was.
func count(_ folder: String, _ journal: Journal, times: Int) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    let query = KeychainQuery.genericPassword(service: "counter", account: "all")
    var losses = 0
    for _ in 0..<times {
        while true {
            guard let entry = try keychain.first(matching: query),
                let number = entry.secret.string().flatMap({ Int($0) })
            else { throw ProofItem.Mixture() }
            if try entry.replaceSecret(with: "\(number + 1)", in: keychain) { break }
            losses += 1
        }
    }
    journal.write("\(losses)")
}
