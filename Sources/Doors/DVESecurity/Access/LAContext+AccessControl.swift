public import AppleVocabulary
internal import Foundation
internal import PortableKeychain

extension LAContext {
    /// Asks the user for the proofs that a protection demands.
    ///
    /// - Parameters:
    ///   - accessControl: The protection.
    ///   - operation: The operation that the access control must allow.
    ///   - localizedReason: The reason, for the user.
    ///   - reply: Called once, on another thread, with the failure when the user proved nothing, or
    ///     when the flags of the protection exclude each other.
    @preconcurrency
    public func evaluateAccessControl(
        _ accessControl: Keychain.AccessControl,
        operation: LAAccessControlOperation,
        localizedReason: String,
        reply: @escaping @Sendable (_ result: Result<Void, any Error>) -> Void
    ) {
        let object: SecAccessControl
        do { object = try accessControl.makeObject() } catch {
            return BackgroundThreads.shared.run { reply(.failure(error)) }
        }
        evaluateAccessControl(object, operation: operation, localizedReason: localizedReason) {
            isProven,
            error in
            reply(isProven ? .success(()) : .failure(error ?? LAError(.authenticationFailed)))
        }
    }
}

extension Keychain.AccessControl {
    /// The protection as Apple's object.
    ///
    /// - Throws: `errSecParam` as an error for flags that exclude each other.
    func makeObject() throws -> SecAccessControl {
        var failure: Unmanaged<CFError>?
        let object = SecAccessControlCreateWithFlags(
            nil,
            itemAccessibility.value.rawValue as CFString,
            SecAccessControlCreateFlags(
                rawValue: CFOptionFlags(flags.constraints.rawValue)
            ),
            &failure
        )
        if let object { return object }
        throw failure?.takeRetainedValue() as (any Error)?
            ?? KeychainError.itemQueryFailed(status: errSecParam)
    }
}
