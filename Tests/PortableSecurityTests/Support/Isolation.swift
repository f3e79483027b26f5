import Foundation
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import PortableSecurity

/// Runs code against an empty keychain of its own, and shows the door's translation.
@discardableResult
func isolated<R>(
    groups: [String] = [],
    _ body: (RecordingKeeper) throws -> R
) throws -> R {
    let keychain = try Keychain.inMemory(
        .init(applicationIdentifier: "com.example.door", accessGroups: groups)
    )
    let recorder = RecordingKeeper(keychain.keeper)
    return try Keychain.withCurrent(Keychain(keeper: recorder)) { try body(recorder) }
}

/// A keeper that gives one answer, whatever it is asked.
struct FixedKeeper: ItemKeeper {
    let answer: ItemAnswer

    func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer { answer }
}

/// The result of a search, and its status.
func search(_ query: [String: Any]) -> (status: OSStatus, result: CFTypeRef?) {
    var result: CFTypeRef? = NSNull()
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    return (status, result)
}

extension SecretBytes {
    convenience init(text: String) {
        self.init(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    }

    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
