import Foundation
import Numbers
import Security

extension KeychainWrapper.Key {
    fileprivate static var greeting: KeychainWrapper.Key { "greeting" }
}

/// Keeps numbers, texts and archived objects.
func checkNumbers() {
    let wrapper = KeychainWrapper.standard
    check(wrapper.serviceName.isEmpty == false, "there is a service without a bundle")
    check(wrapper.set(42, forKey: "int"), "a whole number is kept")
    check(wrapper.set(Float(1.5), forKey: "float"), "a number is kept")
    check(wrapper.set(2.25, forKey: "double"), "a number is kept")
    check(wrapper.set(true, forKey: "bool"), "a truth value is kept")
    check(wrapper.set("text", forKey: "string"), "a text is kept")
    check(wrapper.set(["a", "b"] as NSArray, forKey: "array"), "an object is kept")
    check(wrapper.set(Data([1, 2]), forKey: "data"), "bytes are kept")

    check(wrapper.integer(forKey: "int") == 42, "a whole number")
    check(wrapper.float(forKey: "float") == 1.5, "a number")
    check(wrapper.double(forKey: "double") == 2.25, "a number")
    check(wrapper.bool(forKey: "bool") == true, "a truth value")
    check(wrapper.string(forKey: "string") == "text", "a text")
    check(wrapper.data(forKey: "data") == Data([1, 2]), "bytes")
    check(wrapper.integer(forKey: "string") == nil, "a text is no number")
    check(wrapper.dataRef(forKey: "data")?.isEmpty == false, "a persistent reference")
    check(wrapper.set(43, forKey: "int"), "a number is replaced")
    check(wrapper.integer(forKey: "int") == 43, "by the later one")
    check(
        wrapper.accessibilityOfKey("int") == kSecAttrAccessibleWhenUnlocked as String,
        "its accessibility"
    )
    wrapper[.greeting] = "hello"
    check(wrapper[.greeting] == "hello", "a text under a key with a name")
    let keys = wrapper.allKeys()
    let kept = ["int", "float", "double", "bool", "string", "array", "data", "greeting"]
    check(keys == Set(kept), "all keys: \(keys)")
    wrapper[.greeting] = nil
    check(!wrapper.hasValue(forKey: "greeting"), "nil removes")
    check(wrapper.removeObject(forKey: "int"), "a key is removed")
    check(!wrapper.removeObject(forKey: "int"), "but once")

    let other = KeychainWrapper(serviceName: "other")
    check(other.set("text", forKey: "string"), "another service")
    check(wrapper.removeAllKeys(), "everything of a service is removed")
    check(other.string(forKey: "string") == "text", "but nothing of another")
    KeychainWrapper.wipeKeychain()
    check(!other.hasValue(forKey: "string"), "nothing at all is left")
}
