import DVESecurity
import Foundation
import KeychainManager
import SecurityBox
import StealthyStash

/// The verbs of doors that are not Apple's functions: each stores a secret, reads it, changes it,
/// lists it and deletes it, and reports its findings.
enum DoorUse {
    /// The secret that is read first, then the changed secret, the number of listed items, and
    /// their number after the deletion.
    static func run(_ door: String, _ secret: String) throws -> String? {
        switch door {
        case "dve": try dve(secret)
        case "stash": try stash(secret)
        case "manager": try manager(secret)
        case "box": try box(secret)
        case "dve-keys": try dveKeys() ? secret : "another key"
        default: nil
        }
    }

    private static func line(_ read: String?, _ changed: String?, _ listed: Int, _ left: Int)
        -> String
    {
        "\(read ?? "nothing") \(changed ?? "nothing") \(listed) \(left)"
    }

    private static func dve(_ secret: String) throws -> String {
        typealias Password = DVESecurity.Keychain.GenericPassword
        try Password.save(secret, forAccount: "ci", service: "dve")
        let read = try Password.query(forAccount: "ci", service: "dve")
        try Password.update(newPassword: "new", forAccount: "ci", service: "dve")
        let changed = try Password.query(forAccount: "ci", service: "dve")
        let listed = try Password.queryItems(service: "dve")?.count ?? 0
        try Password.delete(forAccount: "ci", service: "dve")
        return line(read, changed, listed, try Password.queryItems(service: "dve")?.count ?? 0)
    }

    /// Whether a key that is stored is found as it was, and gone after its deletion.
    private static func dveKeys() throws -> Bool {
        typealias Keychain = DVESecurity.Keychain
        let key = Crypto.ECC.PrivateKey(curve: .p256)
        try Keychain.saveKey(key, withTag: "dve")
        let found: Crypto.ECC.PrivateKey? = try Keychain.queryKey(withTag: "dve")
        try Keychain.deleteKey(key, withTag: "dve")
        let left: Crypto.ECC.PrivateKey? = try Keychain.queryKey(withTag: "dve")
        return found?.x963Representation == key.x963Representation && left == nil
    }

    private static func stash(_ secret: String) throws -> String {
        let repository = KeychainRepository(
            defaultServiceName: "stash",
            defaultServerName: "server"
        )
        let query = TypeQuery(type: .generic)
        let item = GenericPasswordItem(account: "ci", data: Data(secret.utf8))
        try repository.create(item.eraseToAnyProperty())
        let read = try repository.query(query).first
        try repository.update(
            GenericPasswordItem(account: "ci", data: Data("new".utf8)),
            from: item
        )
        let found = try repository.query(query)
        try repository.delete(item.eraseToAnyProperty())
        let texts = [read, found.first].map { $0.map { String(decoding: $0.data, as: UTF8.self) } }
        return line(texts[0], texts[1], found.count, try repository.query(query).count)
    }

    private static func manager(_ secret: String) throws -> String {
        let manager = KeychainManager.shared
        try manager.saveItem([secret], itemClass: .generic, key: "ci")
        let read: [String] = try manager.retrieveItem(ofClass: .generic, key: "ci")
        try manager.updateItem(with: ["new"], ofClass: .generic, key: "ci")
        let changed: [String] = try manager.retrieveItem(ofClass: .generic, key: "ci")
        try manager.deleteItem(ofClass: .generic, key: "ci")
        do {
            let left: [String] = try manager.retrieveItem(ofClass: .generic, key: "ci")
            return line(read.first, changed.first, changed.count, left.count)
        } catch KeychainManager.KeychainError.itemNotFound {
            return line(read.first, changed.first, changed.count, 0)
        }
    }

    private static func box(_ secret: String) throws -> String {
        let password = PwdKeychain(service: "box", account: "ci")
        try password.savePassword(secret)
        let read = try password.readPassword()
        try password.savePassword("new")
        let changed = try password.readPassword()
        let listed = try PwdKeychain.items(service: "box").count
        try password.deleteItem()
        return line(read, changed, listed, try PwdKeychain.items(service: "box").count)
    }
}
