import Foundation
import LocalAuthentication

/// A stand-in for the context of the device, as tests of programs write it.
public final class OlderContext: LAContext {
    public override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        error?.pointee = NSError(domain: LAErrorDomain, code: LAError.Code.userCancel.rawValue)
        return false
    }

    /// The cause that the stand-in gives.
    public func cause() -> LAError.Code? {
        var error: NSError?
        guard !canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else { return nil }
        return error.map { LAError(_nsError: $0).code }
    }
}
