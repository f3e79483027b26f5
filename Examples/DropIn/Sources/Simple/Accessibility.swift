import Foundation
import Security

/// The condition under which items can be read.
public enum Accessibility: RawRepresentable {
    /// While unlocked.
    case whenUnlocked
    /// Once it was unlocked.
    case afterFirstUnlock
    /// While unlocked and with a passcode, here only.
    case whenPasscodeSetThisDeviceOnly

    /// Makes one of its constant.
    public init(rawValue: CFString) {
        switch rawValue {
        case kSecAttrAccessibleWhenUnlocked: self = .whenUnlocked
        case kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly:
            self = .whenPasscodeSetThisDeviceOnly
        default: self = .afterFirstUnlock
        }
    }

    /// The constant.
    public var rawValue: CFString {
        switch self {
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
    }
}
