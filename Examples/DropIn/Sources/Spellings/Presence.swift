import Foundation
import LocalAuthentication

extension Spellings {
    /// Asks for the user as screens do, and says how it went.
    public static func askUser(_ done: @escaping @Sendable (String) -> Void) {
        let context = LAContext()
        context.localizedCancelTitle = "Cancel"
        context.localizedFallbackTitle = ""
        var error: NSError?
        let biometry = LAPolicy.deviceOwnerAuthenticationWithBiometrics
        let policy: LAPolicy
        if context.canEvaluatePolicy(biometry, error: &error) {
            policy = biometry
        } else if error?.code == LAError.biometryNotAvailable.rawValue {
            policy = .deviceOwnerAuthentication
        } else {
            return done(error?.localizedDescription ?? "")
        }
        context.evaluatePolicy(policy, localizedReason: "show your notes") { success, error in
            if success { return done("welcome") }
            switch (error as? LAError)?.code {
            case .userCancel?, .appCancel?, .systemCancel?: done("canceled")
            case .passcodeNotSet?: done("no passcode")
            case .authenticationFailed?: done("somebody else")
            default: done(error?.localizedDescription ?? "unknown")
            }
        }
    }

    /// The biometry by which the device could recognize its user.
    public static var biometry: String {
        let context = LAContext()
        _ = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        switch context.biometryType {
        case .faceID: return "face"
        case .touchID: return "finger"
        case .none: return "none"
        default: return "other"
        }
    }
}
