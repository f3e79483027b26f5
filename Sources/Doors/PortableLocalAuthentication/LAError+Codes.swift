extension LAError {
    /// The user failed to authenticate.
    public static var authenticationFailed: Code { .authenticationFailed }
    /// The user gave up.
    public static var userCancel: Code { .userCancel }
    /// The user chose another way.
    public static var userFallback: Code { .userFallback }
    /// The system gave up.
    public static var systemCancel: Code { .systemCancel }
    /// The keychain has no passcode.
    public static var passcodeNotSet: Code { .passcodeNotSet }
    /// There is no biometry.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }
    /// No biometry is enrolled.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
    /// Biometry failed too often.
    public static var biometryLockout: Code { .biometryLockout }
    /// The program gave up.
    public static var appCancel: Code { .appCancel }
    /// The context was invalidated before.
    public static var invalidContext: Code { .invalidContext }
    /// There is no paired device.
    public static var companionNotAvailable: Code { .companionNotAvailable }
    /// The biometric accessory is not paired.
    public static var biometryNotPaired: Code { .biometryNotPaired }
    /// The biometric accessory is away.
    public static var biometryDisconnected: Code { .biometryDisconnected }
    /// A view has no size.
    public static var invalidDimensions: Code { .invalidDimensions }
    /// The user may not, or cannot, be asked.
    public static var notInteractive: Code { .notInteractive }
    /// The older name of ``biometryNotAvailable``.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// The older name of ``biometryNotEnrolled``.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// The older name of ``biometryLockout``.
    public static var touchIDLockout: Code { .biometryLockout }
    /// The older name of ``companionNotAvailable``.
    public static var watchNotAvailable: Code { .companionNotAvailable }
}

extension LAError.Code {
    /// The description for people.
    var sentence: String {
        switch self {
        case .authenticationFailed: "What was given is wrong."
        case .userCancel: "The user canceled."
        case .userFallback: "The user chose another way."
        case .systemCancel: "The system canceled."
        case .passcodeNotSet: "The keychain has no passcode. Set one first."
        case .biometryNotAvailable: "There is no biometry here."
        case .biometryNotEnrolled: "No biometry is enrolled."
        case .biometryLockout: "Biometry failed too often. Use the passcode."
        case .appCancel: "The program canceled."
        case .invalidContext: "The context was invalidated."
        case .companionNotAvailable: "There is no paired device."
        case .biometryNotPaired: "The biometric accessory is not paired."
        case .biometryDisconnected: "The biometric accessory is not connected."
        case .invalidDimensions: "A view has no valid size."
        case .notInteractive:
            "The user cannot be asked: interaction is not allowed, or there is no terminal or dialog."
        }
    }
}
