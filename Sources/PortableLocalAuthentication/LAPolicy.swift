/// What a user must prove.
public enum LAPolicy: Int, Sendable {
    /// Biometry alone, which no keychain here has.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// The passcode of the keychain.
    case deviceOwnerAuthentication = 2
    /// A paired device alone, which no keychain here has.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry or a paired device, of which no keychain here has either.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4
    /// The passcode, or a watch on its owner's wrist, which no keychain here knows.
    case deviceOwnerAuthenticationWithWristDetection = 5

    /// The older name of ``deviceOwnerAuthenticationWithCompanion``.
    public static let deviceOwnerAuthenticationWithWatch =
        LAPolicy.deviceOwnerAuthenticationWithCompanion
    /// The older name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
    public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
        LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion
}
