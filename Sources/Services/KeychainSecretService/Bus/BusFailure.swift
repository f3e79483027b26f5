internal import PortableKeychain

/// An error as programs on the bus see it: some of them choose the next step by its name.
package struct BusFailure: Error, Hashable, Sendable {
    /// The name.
    package let name: String
    /// A sentence for people.
    package let message: String

    private init(_ name: String, _ message: String) { (self.name, self.message) = (name, message) }

    private static func secret(_ name: String, _ message: String) -> Self {
        Self("org.freedesktop.Secret.Error." + name, message)
    }

    private static func bus(_ name: String, _ message: String) -> Self {
        Self("org.freedesktop.DBus.Error." + name, message)
    }

    static let isLocked = secret("IsLocked", "The keychain is locked. Unlock it first.")
    static let noSession = secret("NoSession", "There is no such session. Open one first.")
    static func noSuchObject(_ path: String) -> Self {
        secret("NoSuchObject", "There is no object \(path).")
    }

    /// Programs fall back to the plain algorithm on this name only.
    static let unknownAlgorithm = bus(
        "NotSupported",
        "This algorithm is not supported. Open a session with 'plain'."
    )
    static func notSupported(_ message: String) -> Self { bus("NotSupported", message) }
    static func unknownMethod(_ call: BusCall) -> Self {
        bus("UnknownMethod", "The object has no method \(call.member) for '\(call.signature)'.")
    }
    static func unknownProperty(_ name: String) -> Self {
        bus("UnknownProperty", "The object has no property \(name).")
    }
    static func unknownInterface(_ name: String) -> Self {
        bus("UnknownInterface", "The object has no interface \(name).")
    }
    static func readOnly(_ name: String) -> Self {
        bus("PropertyReadOnly", "The property \(name) cannot be set.")
    }
    static func invalid(_ message: String) -> Self { bus("InvalidArgs", message) }
    static let notThePortal = bus("AccessDenied", "Only the portal of the desktop may ask.")
    static let limitsExceeded = bus("LimitsExceeded", "This program has too many objects open.")
    static let noUser = bus(
        "Failed",
        "The user cannot be asked for a passcode. Make keychains with 'keychainctl create'."
    )
    static let answerTooLong = bus("LimitsExceeded", "Ask for fewer items at once.")
    static let brokenSecret = invalid("The secret cannot be decrypted with the key of its session.")

    /// The failure for an error of a keychain.
    init(_ error: KeychainError) {
        switch error.code {
        case .locked: self = .isLocked
        case .userCanceled: self = Self.bus("Failed", "The user declined.")
        default: self = Self.bus("Failed", error.description)
        }
    }
}
