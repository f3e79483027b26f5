internal import PortableKeychain

/// The user authentication that reading a value requires.
public enum SecureEnclaveAccessControl: Int, CustomStringConvertible, Equatable, Sendable {
    /// The presence of the user, proven in any way that the device offers.
    case userPresence = 1
    /// Any enrolled biometry.
    case biometricAny
    /// The biometry that was enrolled when the value was written.
    case biometricCurrentSet
    /// The passcode.
    case devicePasscode

    /// The name, as it stands in the services of stored items.
    public var description: String {
        // Written out: a renamed case must not make stored values unreachable.
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
