/// The required user authentication.
public enum LAPolicy: Int, Sendable {
    /// Only biometry, which is not available here.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// The passcode of the keychain.
    case deviceOwnerAuthentication = 2
    /// Only a paired device, which is not available here.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry or a paired device, neither of which is available here.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4
    /// The passcode, or a watch on its owner's wrist, which is not supported here.
    case deviceOwnerAuthenticationWithWristDetection = 5

    /// The older name of ``deviceOwnerAuthenticationWithCompanion``.
    public static let deviceOwnerAuthenticationWithWatch =
        LAPolicy.deviceOwnerAuthenticationWithCompanion
    /// The older name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
    public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
        LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion
}
