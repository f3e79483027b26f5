import FoundationOnly
import Guide
import PortableKeychain
import SecurityBox
import StrictConcurrency

// Everything below uses the process's keychain; this one goes with the process.
Keychain.setProcessDefault(
    try Keychain.inMemory(.init(applicationIdentifier: "example.drop-in", accessGroups: ["shared"]))
)

try runGuide()
try runSecurityBox(accessGroup: nil)
try runSecurityBox(accessGroup: "shared")
await runStrictConcurrency()
runFoundationOnly()
print("All sources ran unchanged.")
