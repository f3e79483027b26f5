import Foundation
import Security

/// A kind of item.
public enum ItemClass: CustomStringConvertible {
    /// A password of a service.
    case genericPassword
    /// A password of a server.
    case internetPassword

    var rawValue: CFString {
        switch self {
        case .genericPassword: kSecClassGenericPassword
        case .internetPassword: kSecClassInternetPassword
        }
    }

    /// The name of the kind.
    public var description: String {
        switch self {
        case .genericPassword: "GenericPassword"
        case .internetPassword: "InternetPassword"
        }
    }
}

/// The condition under which items can be read.
public enum Accessibility: CaseIterable {
    /// While unlocked.
    case whenUnlocked
    /// Once it was unlocked.
    case afterFirstUnlock
    /// While unlocked and with a passcode, here only.
    case whenPasscodeSetThisDeviceOnly
    /// While unlocked, here only.
    case whenUnlockedThisDeviceOnly
    /// Once it was unlocked, here only.
    case afterFirstUnlockThisDeviceOnly

    init?(rawValue: String) {
        guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = found
    }

    var rawValue: String {
        switch self {
        case .whenUnlocked: String(kSecAttrAccessibleWhenUnlocked)
        case .afterFirstUnlock: String(kSecAttrAccessibleAfterFirstUnlock)
        case .whenPasscodeSetThisDeviceOnly:
            String(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
        case .whenUnlockedThisDeviceOnly: String(kSecAttrAccessibleWhenUnlockedThisDeviceOnly)
        case .afterFirstUnlockThisDeviceOnly:
            String(kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
        }
    }
}

/// The proofs of the user before an item is read.
public struct AuthenticationPolicy: OptionSet {
    /// Shows that they are there.
    public static let userPresence = AuthenticationPolicy(rawValue: 1 << 0)
    /// Types the passcode.
    public static let devicePasscode = AuthenticationPolicy(rawValue: 1 << 4)
    /// Types a password of the application's own.
    public static let applicationPassword = AuthenticationPolicy(rawValue: 1 << 31)

    /// The flags.
    public let rawValue: UInt

    /// Makes a set of flags.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// Whether the user may be asked.
public enum AuthenticationUI {
    /// Questions are allowed.
    case allow
    /// Questions are forbidden, and an error.
    case fail
    /// Questions are forbidden, and such items are left out.
    case skip

    var rawValue: String {
        switch self {
        case .allow: kSecUseAuthenticationUIAllow as String
        case .fail: kSecUseAuthenticationUIFail as String
        case .skip: kSecUseAuthenticationUISkip as String
        }
    }
}

/// The protocol of a server.
public enum ProtocolType {
    /// Over HTTP.
    case http
    /// Over HTTP in TLS.
    case https
    /// Over SSH.
    case ssh

    var rawValue: String {
        switch self {
        case .http: String(kSecAttrProtocolHTTP)
        case .https: String(kSecAttrProtocolHTTPS)
        case .ssh: String(kSecAttrProtocolSSH)
        }
    }
}

/// The method by which a user authenticates to a server.
public enum AuthenticationType {
    /// A form of a web page.
    case htmlForm
    /// The usual method.
    case `default`

    var rawValue: String {
        switch self {
        case .htmlForm: String(kSecAttrAuthenticationTypeHTMLForm)
        case .default: String(kSecAttrAuthenticationTypeDefault)
        }
    }
}
