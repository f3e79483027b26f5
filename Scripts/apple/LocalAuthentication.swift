// swift-format-ignore-file
// Apple's LocalAuthentication, as far as this project uses it: a line for each name.
@_exported public import Security

public enum LAAccessControlOperation: Int, Sendable {
    case createItem, useItem, createKey, useKeySign, useKeyDecrypt, useKeyKeyExchange
}

open class LAContext: NSObject {
    public override init() { super.init() }
    open func evaluateAccessControl(_ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void) { fatalError() }
}

public struct LAError: Error {
    public enum Code: Int, Sendable { case authenticationFailed = -1, userCancel = -2 }
    public init(_ code: Code) { fatalError() }
}
