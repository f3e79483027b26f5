// The numbers of Apple's LAPublicDefines.h, for code that compares them.

/// The domain of errors of this module.
public let LAErrorDomain: String = "com.apple.LocalAuthentication"
/// The same domain, as older code names it.
public let kLAErrorDomain: String = LAErrorDomain
/// The user failed to authenticate.
public let kLAErrorAuthenticationFailed: Int32 = -1
/// The user gave up.
public let kLAErrorUserCancel: Int32 = -2
/// The user chose another way.
public let kLAErrorUserFallback: Int32 = -3
/// The system gave up.
public let kLAErrorSystemCancel: Int32 = -4
/// The keychain has no passcode.
public let kLAErrorPasscodeNotSet: Int32 = -5
/// There is no biometry.
public let kLAErrorBiometryNotAvailable: Int32 = -6
/// No biometry is enrolled.
public let kLAErrorBiometryNotEnrolled: Int32 = -7
/// Biometry failed too often.
public let kLAErrorBiometryLockout: Int32 = -8
/// The program gave up.
public let kLAErrorAppCancel: Int32 = -9
/// The context was invalidated before.
public let kLAErrorInvalidContext: Int32 = -10
/// There is no paired device.
public let kLAErrorCompanionNotAvailable: Int32 = -11
/// The biometric accessory is not paired.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// The biometric accessory is away.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// A view has no size.
public let kLAErrorInvalidDimensions: Int32 = -14
/// The user may not, or cannot, be asked.
public let kLAErrorNotInteractive: Int32 = -1004
/// The older name of `kLAErrorBiometryNotAvailable`.
public let kLAErrorTouchIDNotAvailable: Int32 = -6
/// The older name of `kLAErrorBiometryNotEnrolled`.
public let kLAErrorTouchIDNotEnrolled: Int32 = -7
/// The older name of `kLAErrorBiometryLockout`.
public let kLAErrorTouchIDLockout: Int32 = -8
/// The older name of `kLAErrorCompanionNotAvailable`.
public let kLAErrorWatchNotAvailable: Int32 = -11
/// Only biometry.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// The passcode.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// Only a paired device.
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
/// Biometry or a paired device.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
/// The password of the application.
public let kLACredentialTypeApplicationPassword: Int32 = 0
/// The number of a smart card.
public let kLACredentialSmartCardPIN: Int32 = -3
/// The longest time for which one proof counts again, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: Double = 300
