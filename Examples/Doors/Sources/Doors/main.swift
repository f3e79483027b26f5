import KeychainManagerExample
import SecurityBoxExample
import Support
import ValetExample

let programs: [(name: String, run: () async throws -> Void)] = [
    ("Valet", ValetExample.run),
    ("KeychainManager", KeychainManagerExample.run),
    ("SecurityBox", SecurityBoxExample.run),
]

for program in programs {
    do {
        try await program.run()
    } catch {
        stop("\(program.name): \(error)")
    }
    print("\(program.name): every block ran.")
}
