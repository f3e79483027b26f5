import DVESecurityExample
import KeychainManagerExample
import SecurityBoxExample
import StealthyStashExample
import Support
import ValetExample

let programs: [(name: String, run: () async throws -> Void)] = [
    ("Valet", ValetExample.run),
    ("DVESecurity", DVESecurityExample.run),
    ("StealthyStash", StealthyStashExample.run),
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
