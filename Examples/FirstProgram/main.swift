// The program of README: reads what its user stored with 'keychainctl', and stores something else.
import Foundation
import PortableKeychain

let item = GenericPassword(service: "api", account: "ci")
do {
    let keychain = try Keychain.default
    let token = try keychain.secret(for: item)?.string()
    print(token ?? "nothing is stored for api/ci")
    try keychain.set("n3w", for: item)
} catch {
    print(error.reason)
    exit(1)
}
