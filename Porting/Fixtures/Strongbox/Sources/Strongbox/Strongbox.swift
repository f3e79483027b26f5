#if os(iOS) || os(macOS)
import CommonCrypto
import Foundation
import Security

/// A box that is opened by a word, and shuts itself after some time.
public final class Strongbox {
    public let name: String
    /// The time that it stays open.
    public var patience: CFTimeInterval = 60
    private var openedAt: Date?

    init(name: String) { self.name = name }

    public func lock(_ secret: Data, word: String) -> Bool {
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: name,
            kSecAttrAccount: Strongbox.digest(of: word), kSecValueData: secret,
        ]
        return SecItemAdd(item as CFDictionary, nil) == errSecSuccess
    }

    public func open(word: String) -> Data? {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: name,
            kSecAttrAccount: Strongbox.digest(of: word), kSecReturnData: true,
        ]
        return autoreleasepool {
            var result: AnyObject?
            guard SecItemCopyMatching(query as CFDictionary, &result) == noErr else { return nil }
            openedAt = Date()
            return result as? Data
        }
    }

    public var isOpen: Bool { openedAt.map { Date().timeIntervalSince($0) < patience } ?? false }

    @discardableResult public func burn() -> Bool {
        openedAt = nil
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: name]
        return SecItemDelete(query as CFDictionary) == errSecSuccess
    }

    /// The digest that replaces a word in the keychain.
    static func digest(of word: String) -> String {
        var bytes = Array(word.utf8)
        defer { memset_s(&bytes, bytes.count, 0, bytes.count) }
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA512_DIGEST_LENGTH))
        var context = CC_SHA512_CTX()
        CC_SHA512_Init(&context)
        CC_SHA512_Update(&context, bytes, CC_LONG(bytes.count))
        CC_SHA512_Final(&digest, &context)
        return digest.map { String(format: "%02x", $0) }.joined()
    }
}
#endif
