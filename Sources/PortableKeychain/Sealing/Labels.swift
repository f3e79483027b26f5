/// Every string that separates one use of a key from another, once (vault-format.md §3).
enum Labels {
    static let deviceKeyID = "PortableKeychain 1 device key id"
    static let deviceSlot = "PortableKeychain 1 slot device"
    static let passcodeSlot = "PortableKeychain 1 slot passcode"
    static let lookup = "PortableKeychain 1 lookup"
    static let rowDigest = "PortableKeychain 1 row digest"
    static let itemDigest = "PortableKeychain 1 item digest"
    static let state = "PortableKeychain 1 state"
    static let classKeyWrap = "PortableKeychain 1 class key wrap"
    static let classKeyCheck = "PortableKeychain 1 class key check"
    static let metadata = "PortableKeychain 1 metadata"
    static let secret = "PortableKeychain 1 secret"
}
