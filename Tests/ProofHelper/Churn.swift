import PortableKeychain
import ProofSupport

/// Changes items at random until the process is killed, and journals each change before and after.
func churn(_ folder: String, _ journal: Journal, seed: Int, firstVersion: Int) throws {
    let keychain = try Keychain.open(.standard, .proof(folder))
    var random = SeededRandom(seed: UInt64(seed))
    var version = firstVersion
    while true {
        version += 1
        let item = ProofItem(random.below(24), version: version)
        let verb = ["add", "update", "update", "delete"].randomElement(using: &random) ?? ""
        journal.write("\(verb) \(item.number) \(item.version)")
        do {
            switch verb {
            case "add": try keychain.add(item)
            case "update": try keychain.update(item)
            default: try keychain.delete(number: item.number)
            }
            journal.write("done")
        } catch {
            journal.write(error.code.name)
        }
    }
}
