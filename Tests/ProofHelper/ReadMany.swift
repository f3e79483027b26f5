import PortableKeychain
import ProofSupport

/// Reads a number of times: four items in turns by a search, or the secret of one of them again.
func readMany(_ folder: String, _ journal: Journal, times: Int, again: Bool) throws {
    let keychain = try Keychain.open(.standard, configuration: .proof(folder))
    let (_, service) = ProofItem.place(2)
    let one = KeychainQuery.genericPassword(service: service, account: ProofItem.account(2))
    for time in 0..<times {
        if again {
            guard try keychain.secret(matching: one) != nil else { throw ProofItem.Mixture() }
        } else {
            _ = try keychain.item(time % 4 + 1)
        }
    }
    journal.write("read")
}
