public import Foundation

/// The reason why a user did not give the requested proofs.
///
/// Compare codes: `catch let error as LAError where error.code == .userCancel`, or
/// `catch LAError.userCancel`. The numbers are those of Apple's platforms.
public struct LAError: Error, Hashable, Sendable {
    /// The causes.
    public enum Code: Int, Sendable {
        /// The user failed to authenticate.
        case authenticationFailed = -1
        /// The user gave up.
        case userCancel = -2
        /// The user chose another way.
        case userFallback = -3
        /// The system gave up.
        case systemCancel = -4
        /// The keychain has no passcode.
        case passcodeNotSet = -5
        /// There is no biometry.
        case biometryNotAvailable = -6
        /// No biometry is enrolled.
        case biometryNotEnrolled = -7
        /// Biometry failed too often.
        case biometryLockout = -8
        /// The program gave up.
        case appCancel = -9
        /// The context was invalidated before.
        case invalidContext = -10
        /// There is no paired device.
        case companionNotAvailable = -11
        /// The biometric accessory is not paired.
        case biometryNotPaired = -12
        /// The biometric accessory is away.
        case biometryDisconnected = -13
        /// A view has no size.
        case invalidDimensions = -14
        /// The user may not, or cannot, be asked.
        case notInteractive = -1004

        /// The older name of ``biometryNotAvailable``.
        public static let touchIDNotAvailable = Code.biometryNotAvailable
        /// The older name of ``biometryNotEnrolled``.
        public static let touchIDNotEnrolled = Code.biometryNotEnrolled
        /// The older name of ``biometryLockout``.
        public static let touchIDLockout = Code.biometryLockout
        /// The older name of ``companionNotAvailable``.
        public static let watchNotAvailable = Code.companionNotAvailable

        /// Lets `catch LAError.userCancel` match.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? LAError { return error.code == code }
            let error = error as NSError
            return error.domain == LAErrorDomain && error.code == code.rawValue
        }
    }

    /// The cause.
    public let code: Code

    /// Creates an error.
    public init(_ code: Code) { self.code = code }

    /// Makes an error of an `NSError`, such as the one that ``LAContext/canEvaluatePolicy(_:error:)``
    /// gives.
    ///
    /// - Parameter error: An error in ``LAErrorDomain``. A number without a name here becomes
    ///   ``Code/authenticationFailed``.
    public init(_nsError error: NSError) {
        self.init(Code(rawValue: error.code) ?? .authenticationFailed)
    }
}

extension LAError: CustomNSError, LocalizedError {
    /// The domain of these errors.
    public static var errorDomain: String { LAErrorDomain }
    /// The number of the cause.
    public var errorCode: Int { code.rawValue }
    /// The description for people.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: code.sentence] }
    /// The description for people.
    public var errorDescription: String? { code.sentence }
}
