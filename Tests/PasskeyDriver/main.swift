import KeychainLibC
import KeychainPasskeys
import KeychainTesting
import PortableKeychain
import SafeText

// Answers sites from a keychain in memory, for 'Integrations/passkeys.py': each line of the input is a
// ceremony, and each line of the output a credential or the cause of a refusal.

/// Chooses the account of a number, and says yes to everything else.
struct Willing: PasskeyAsker {
    let choice: Int

    func account(for question: PasskeyQuestion) throws(KeychainError) -> Int { choice }
}

/// The domains of the test.
let domains = DomainRules(
    ascii: { $0.hasSuffix("bücher.example") ? $0.replacing("bücher", with: "xn--bcher-kva") : nil },
    unicode: { _ in nil },
    isPublicSuffix: { $0 == "github.io" }
)

let owner = ScriptedAuthenticator()
var configuration = Keychain.Configuration(applicationIdentifier: "driver")
configuration.authenticator = owner
configuration.token = SoftwareToken()
configuration.passcodeHashing = try PasscodeHashing(rounds: 1024, blockSize: 1, parallelism: 1)
let keychain = try Keychain.inMemory(configuration)
let places: [String: PasskeyRegistration.Place] = ["token": .token, "synchronized": .synchronized]

while let line = readLine() {
    let request = try JSONTree(SecretBytes(utf8: line))
    let page = PasskeyPage(request["origin"].string, domains: domains)
    let asker = Willing(choice: Int(request["account"].string) ?? 0)
    owner.reply([.secret("passcode")])
    do throws(PasskeyError) {
        let credential =
            switch request["ceremony"].string {
            case "register":
                try PasskeyRegistration(request["options"], for: page).credential(
                    in: keychain,
                    asking: asker,
                    storing: places[request["place"].string] ?? .keychain
                )
            default:
                try PasskeyAssertion(request["options"], for: page)
                    .credential(in: keychain, asking: asker)
            }
        print(credential.json.line)
    } catch {
        print(#"{"refused":"\#(error.code)"}"#)
    }
    // A pipe is read line by line.
    fflush(nil)
    if request["setPasscode"].string == "true" {
        try keychain.setPasscode(SecretBytes(utf8: "passcode"))
    }
}
