internal import PortableKeychain

/// What the user proves before a value is read.
public enum SecureEnclaveAccessControl: Int, CustomStringConvertible, Equatable, Sendable {
    /// That they are here, in whatever way the device offers.
    case userPresence = 1
    /// Any enrolled biometry.
    case biometricAny
    /// The biometry that was enrolled when the value was written.
    case biometricCurrentSet
    /// The passcode.
    case devicePasscode

    /// The name, as it stands in the services of stored items.
    public var description: String {
        // Written out: a renamed case must not lose anybody's values.
        switch self {
        case .userPresence: ""
        case .biometricAny: "_AccessControlTouchIDAnyFingerprint"
        case .biometricCurrentSet: "_AccessControlTouchIDCurrentFingerprintSet"
        case .devicePasscode: "_AccessControlDevicePasscode"
        }
    }

    var constraints: AccessControl.Constraints {
        switch self {
        case .userPresence: .userPresence
        case .biometricAny: .biometryAny
        case .biometricCurrentSet: .biometryCurrentSet
        case .devicePasscode: .devicePasscode
        }
    }
}
