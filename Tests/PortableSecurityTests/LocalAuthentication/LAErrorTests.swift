import Foundation
import PortableLocalAuthentication
import Testing

/// Errors, policies and numbers are those of Apple's platforms.
@Suite struct LAErrorTests {
    static let codes: [(LAError.Code, Int, Int32)] = [
        (LAError.authenticationFailed, -1, kLAErrorAuthenticationFailed),
        (LAError.userCancel, -2, kLAErrorUserCancel),
        (LAError.userFallback, -3, kLAErrorUserFallback),
        (LAError.systemCancel, -4, kLAErrorSystemCancel),
        (LAError.passcodeNotSet, -5, kLAErrorPasscodeNotSet),
        (LAError.biometryNotAvailable, -6, kLAErrorBiometryNotAvailable),
        (LAError.touchIDNotAvailable, -6, kLAErrorTouchIDNotAvailable),
        (LAError.biometryNotEnrolled, -7, kLAErrorBiometryNotEnrolled),
        (LAError.touchIDNotEnrolled, -7, kLAErrorTouchIDNotEnrolled),
        (LAError.biometryLockout, -8, kLAErrorBiometryLockout),
        (LAError.touchIDLockout, -8, kLAErrorTouchIDLockout),
        (LAError.appCancel, -9, kLAErrorAppCancel),
        (LAError.invalidContext, -10, kLAErrorInvalidContext),
        (LAError.companionNotAvailable, -11, kLAErrorCompanionNotAvailable),
        (LAError.watchNotAvailable, -11, kLAErrorWatchNotAvailable),
        (LAError.biometryNotPaired, -12, kLAErrorBiometryNotPaired),
        (LAError.biometryDisconnected, -13, kLAErrorBiometryDisconnected),
        (LAError.invalidDimensions, -14, kLAErrorInvalidDimensions),
        (LAError.notInteractive, -1004, kLAErrorNotInteractive),
    ]

    @Test(arguments: codes.indices)
    func hasApplesNumber(index: Int) {
        let (code, number, constant) = Self.codes[index]
        #expect(code.rawValue == number)
        #expect(constant == Int32(number))
        let error: any Error = LAError(code)
        #expect((error as NSError).code == number)
        #expect((error as NSError).domain == "com.apple.LocalAuthentication")
        #expect(!error.localizedDescription.isEmpty)
        #expect((error as? LAError)?.code == code)
    }

    @Test func isCaughtByCode() {
        func throwing(_ error: any Error) -> String {
            do {
                throw error
            } catch LAError.userCancel {
                return "cancel"
            } catch let error as LAError where error.code == .passcodeNotSet {
                return "passcode"
            } catch {
                return "other"
            }
        }
        #expect(throwing(LAError(.userCancel)) == "cancel")
        #expect(throwing(LAError(.passcodeNotSet)) == "passcode")
        #expect(throwing(LAError(.appCancel)) == "other")
        #expect(throwing(NSError(domain: LAErrorDomain, code: -2)) == "cancel")
        #expect(throwing(NSError(domain: "other", code: -2)) == "other")
    }

    @Test func numbersPoliciesAndOperations() {
        #expect(LAPolicy.deviceOwnerAuthenticationWithBiometrics.rawValue == 1)
        #expect(LAPolicy.deviceOwnerAuthentication.rawValue == 2)
        #expect(LAPolicy.deviceOwnerAuthenticationWithWatch.rawValue == 3)
        #expect(LAPolicy.deviceOwnerAuthenticationWithBiometricsOrWatch.rawValue == 4)
        #expect(LAPolicy(rawValue: 0) == nil)
        #expect(LAAccessControlOperation.createItem.rawValue == 0)
        #expect(LAAccessControlOperation.useKeyKeyExchange.rawValue == 5)
        #expect(LACredentialType.applicationPassword.rawValue == 0)
        #expect(LABiometryType.none.rawValue == 0)
        #expect(LABiometryType.opticID.rawValue == 4)
        #expect(LATouchIDAuthenticationMaximumAllowableReuseDuration == 300)
    }
}
