// Prints the secret of api/ci, with only the library.
//
// Of a locked keychain it asks its user, as the environment says or on the terminal.
import Foundation
import PortableKeychain

var configuration = Keychain.Configuration.fromEnvironment()
configuration.authenticator = configuration.authenticator ?? TerminalAuthenticator()
configuration.unlocksOnDemand = true
do {
    let keychain = try Keychain.openOrCreate(configuration: configuration)
    let item = GenericPassword(service: "api", account: "ci")
    print(try keychain.secret(for: item)?.string() ?? "nothing is stored")
} catch {
    print(error.reason)
    exit(1)
}
