// Searches as a user and prints the status: HomelessSearch [USER]
//
// USER is a number, which only root can take. The program has no test keychain: it opens the user's.
import Foundation
import PortableSecurity

if let user = CommandLine.arguments.dropFirst().first.flatMap({ uid_t($0) }) {
    guard setgroups(0, nil) == 0, setgid(user) == 0, setuid(user) == 0 else {
        fatalError("Only root can become another user.")
    }
}
let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"]
print(SecItemCopyMatching(query as CFDictionary, nil))
