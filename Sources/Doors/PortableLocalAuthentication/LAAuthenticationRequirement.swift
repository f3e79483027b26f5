public import Foundation

/// The authentication that a right requires.
///
/// Without biometry, ``biometry`` and ``biometryCurrentSet`` cannot be met here: such rights cannot
/// be authorized or saved. The others are met by the passcode of the keychain.
public final class LAAuthenticationRequirement: NSObject, Sendable {
    /// The policy with the same meaning.
    let policy: LAPolicy

    private init(_ policy: LAPolicy) { self.policy = policy }

    /// A requirement that the user authenticates.
    public static let `default` = LAAuthenticationRequirement(.deviceOwnerAuthentication)
    /// A requirement that the user authenticates by biometry.
    public static let biometry = LAAuthenticationRequirement(
        .deviceOwnerAuthenticationWithBiometrics
    )
    /// A requirement that the user authenticates by the biometry that is enrolled now.
    public static let biometryCurrentSet = biometry

    /// A requirement that the user authenticates by biometry, or else in another way.
    ///
    /// - Parameter fallback: The other way.
    /// - Returns: The requirement, which is met by the passcode here.
    public static func biometry(
        fallback: LABiometryFallbackRequirement
    ) -> LAAuthenticationRequirement { .default }
}

/// The authentication that is used when biometry cannot be: always the passcode here.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
    private override init() {}

    /// A requirement that the user authenticates.
    public static let `default` = LABiometryFallbackRequirement()
    /// A requirement that the user gives the passcode.
    public static let devicePasscode = LABiometryFallbackRequirement()
}
