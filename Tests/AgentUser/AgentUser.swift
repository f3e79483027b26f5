import AppleVocabulary
import Foundation
import KeychainAgentClient
import PortableKeychain
import Valet

/// An ordinary program, which stores and reads one item through a door: `AgentUser DOOR SECRET`.
///
/// Prints what it reads, or the error. It knows nothing of agents but the first line of `main`.
@main enum AgentUser {
    static func main() {
        if CommandLine.arguments.last != "without" { AgentClient.install() }
        let (door, secret) = (CommandLine.arguments[1], CommandLine.arguments[2])
        do {
            switch door {
            case "keychain":
                let item = GenericPassword(service: "api", account: "ci")
                try Keychain.default.set(secret, for: item)
                print(try Keychain.default.secret(for: item)?.string() ?? "nothing")
            case "security": print(security(secret))
            case "valet":
                guard let name = Identifier(nonEmpty: "api") else { fatalError("it has a name") }
                let valet = Valet.valet(
                    with: name,
                    accessibility: .whenUnlocked
                )
                try valet.setString(secret, forKey: "ci")
                print(try valet.string(forKey: "ci"))
            default: print(try DoorUse.run(door, secret) ?? "failed: no such door")
            }
        } catch {
            print("failed: \(error)")
        }
    }

    private static func security(_ secret: String) -> String {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "web", kSecAttrAccount: "ci",
        ]
        query[kSecValueData] = Data(secret.utf8)
        let status = SecItemAdd(query as CFDictionary, nil)
        guard status == errSecSuccess else { return "failed: \(status)" }
        query[kSecValueData] = nil
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let found = SecItemCopyMatching(query as CFDictionary, &result)
        guard found == errSecSuccess, let data = result as? Data else { return "failed: \(found)" }
        return String(decoding: data, as: UTF8.self)
    }
}
