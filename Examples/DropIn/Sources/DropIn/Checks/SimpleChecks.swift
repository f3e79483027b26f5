import Foundation
import LocalAuthentication
import Security
import Simple

/// Keeps strings of a service.
func checkSimple() throws {
    let simple = SimpleKeychain(service: "simple", accessGroup: "shared")
    check(try !simple.hasItem(forKey: "anna"), "nothing is there")
    do {
        _ = try simple.string(forKey: "anna")
        check(false, "a text of nothing")
    } catch SimpleKeychainError.itemNotFound {
        check(true, "an error matches by its cause")
    }
    try simple.set("s3cret", forKey: "anna")
    try simple.set("n3wer", forKey: "anna")
    check(try simple.string(forKey: "anna") == "n3wer", "a text is replaced")
    try simple.set(Data([0xFF]), forKey: "bytes")
    let bytes = failure("bytes are no text") { _ = try simple.string(forKey: "bytes") }
    check("\(bytes.localizedDescription)" == "This is no text.", "bytes are no text")
    check(try simple.keys().sorted() == ["anna", "bytes"], "all keys")
    let cloud = SimpleKeychain(service: "simple", synchronizable: true)
    try cloud.set("cloud", forKey: "anna")
    check(try cloud.keys() == ["anna"], "synchronizable items are apart")
    let tagged = SimpleKeychain(
        service: "tagged",
        attributes: [kSecAttrLabel as String: "a label"]
    )
    try tagged.set("s3cret", forKey: "anna")
    check(try tagged.keys() == ["anna"], "an attribute of all items")
    try simple.deleteItem(forKey: "anna")
    let again = failure("once") { try simple.deleteItem(forKey: "anna") } as? SimpleKeychainError
    check(again == .itemNotFound && again?.status == errSecItemNotFound, "removed but once")
    try simple.deleteAll()
    try simple.deleteAll()
    check(try simple.keys().isEmpty, "nothing is left")

    let excluding = SimpleKeychain(service: "x", accessControlFlags: [.and, .or])
    let refused = failure("flags that exclude each other") {
        try excluding.set("s3cret", forKey: "anna")
    }
    check((refused as? SimpleKeychainError)?.cause != nil, "a protection says why it is none")
    check((refused as? SimpleKeychainError)?.status == errSecParam, "and the status")
}

/// Keeps a string that its user guards: the answers are the passcode, then no.
func checkSimpleGuarded() throws {
    let context = LAContext()
    context.touchIDAuthenticationAllowableReuseDuration = 10
    let simple = SimpleKeychain(
        service: "simple guarded",
        accessibility: .whenPasscodeSetThisDeviceOnly,
        accessControlFlags: .devicePasscode,
        context: context
    )
    try simple.set("s3cret", forKey: "anna")
    check(try simple.hasItem(forKey: "anna"), "the passcode shows it")
    check(try simple.string(forKey: "anna") == "s3cret", "the proof counts again")
    check(try simple.string(forKey: "anna") == "s3cret", "and again")
    let fresh = SimpleKeychain(service: "simple guarded", context: LAContext())
    let canceled = failure("the user declines") { _ = try fresh.string(forKey: "anna") }
    check(canceled as? SimpleKeychainError == .userCanceled, "the user may decline")
    context.invalidate()
    let invalid = failure("a context given up") { _ = try simple.string(forKey: "anna") }
    check(invalid is SimpleKeychainError, "a context that was given up opens nothing")
    try fresh.deleteAll()
}
