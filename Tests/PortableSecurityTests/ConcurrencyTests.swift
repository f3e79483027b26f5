import Foundation
import PortableKeychain
import PortableSecurity
import Testing

/// The four functions may be called from any thread.
@Suite struct ConcurrencyTests {
    @Test func servesManyTasks() async throws {
        let keychain = try Keychain.inMemory(.init(applicationIdentifier: "app", accessGroups: []))
        await Keychain.withCurrent(keychain) {
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask { for turn in 0..<20 { Self.turn("\(task)/\(turn)") } }
                }
            }
            let left = search(["class": "genp", "m_Limit": "m_LimitAll"]).status
            #expect(left == errSecItemNotFound)
        }
    }

    private static func turn(_ account: String) {
        let item: [String: Any] = ["class": "genp", "acct": account]
        let addition = item.merging(["v_Data": Data(account.utf8)]) { $1 }
        #expect(SecItemAdd(addition as CFDictionary, nil) == errSecSuccess)
        #expect(SecItemAdd(addition as CFDictionary, nil) == errSecDuplicateItem)
        let changes = ["v_Data": Data("new \(account)".utf8)]
        #expect(SecItemUpdate(item as CFDictionary, changes as CFDictionary) == errSecSuccess)
        let found = search(item.merging(["r_Data": true]) { $1 })
        #expect(found.result as? Data == Data("new \(account)".utf8))
        #expect(SecItemDelete(item as CFDictionary) == errSecSuccess)
    }
}
