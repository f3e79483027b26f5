/// The strings that separate the uses of keys from each other, each defined once (vault-format.md
/// §3).
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
    static let presence = "PortableKeychain 1 presence"
    static let presenceSecret = "PortableKeychain 1 presence secret"
    static let presenceWrap = "PortableKeychain 1 presence wrap"
    static let presenceRoot = "PortableKeychain 1 presence root"
    static let presencePasscode = "PortableKeychain 1 presence passcode"
    static let envelope = "PortableKeychain 1 envelope"
    static let secret = "PortableKeychain 1 secret"
    static let backup = "PortableKeychain 1 backup"
}
