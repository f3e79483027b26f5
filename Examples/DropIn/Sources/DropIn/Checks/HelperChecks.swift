import Foundation
import Helper
import Security

/// Keeps values with a helper that answers with truth values.
func checkHelper() {
    let helper = KeychainHelper(keyPrefix: "test_")
    check(helper.get("token") == nil, "nothing is there")
    check(helper.lastResultCode == errSecItemNotFound, "and the code says so")
    check(helper.set("t0ken", forKey: "token"), "text is kept")
    check(helper.get("token") == "t0ken", "and read")
    check(helper.lastResultCode == noErr, "the code says so")
    check(
        helper.set("n3wer", forKey: "token", withAccess: .accessibleAfterFirstUnlockThisDeviceOnly),
        "text is replaced"
    )
    check(helper.get("token") == "n3wer", "and read")
    check(helper.set(true, forKey: "flag"), "a truth value is kept")
    check(helper.getBool("flag") == true, "and read")
    check(helper.set(Data([0xFF]), forKey: "bytes"), "bytes are kept")
    check(helper.getData("bytes") == Data([0xFF]), "and read")
    check(helper.get("bytes") == nil, "they are no text")
    check(helper.lastResultCode != noErr, "and the code says so")
    let keys = helper.allKeys
    check(Set(keys) == ["test_token", "test_flag", "test_bytes"], "all keys: \(keys)")
    checkReference(helper)
    checkThreads(helper)
    check(helper.delete("token"), "a key is removed")
    check(!helper.delete("token"), "but once")

    helper.synchronizable = true
    check(helper.set("cloud", forKey: "token"), "a synchronizable value is kept")
    check(helper.get("token") == "cloud", "and read")
    helper.accessGroup = "foreign"
    check(!helper.set("t0ken", forKey: "token"), "a foreign group is refused")
    check(helper.lastResultCode == errSecMissingEntitlement, "and the code says so")
    helper.accessGroup = nil
    check(helper.clear(), "everything is removed")
    check(helper.allKeys.isEmpty, "nothing is left")
    check(!helper.clear() && helper.lastResultCode == errSecItemNotFound, "nor to remove")
    check(KeychainHelper.shared.set("s3cret", forKey: "key"), "the shared one keeps")
    check(KeychainHelper.shared.allKeys == ["app_key"], "under its prefix")
}

private func checkReference(_ helper: KeychainHelper) {
    guard let reference = helper.getData("bytes", asReference: true) else {
        return check(false, "a persistent reference")
    }
    let query: [String: Any] = [
        kSecValuePersistentRef as String: reference, kSecReturnData as String: true,
    ]
    var result: CFTypeRef?
    check(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess, "it finds")
    check(result as? Data == Data([0xFF]), "the same item")
}

/// Threads do not inherit the keychain of a task; each is given it.
private func checkThreads(_ helper: KeychainHelper) {
    nonisolated(unsafe) let helper = helper
    let run = inheriting { (number: Int) in
        for round in 0..<5 { helper.set("\(round)", forKey: "thread \(number)") }
    }
    DispatchQueue.concurrentPerform(iterations: 8) { run($0) }
    for number in 0..<8 {
        check(helper.get("thread \(number)") == "4", "the last write of thread \(number) stays")
    }
}
