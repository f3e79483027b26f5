public import Foundation

// On Apple's platforms AnyHashable(NSString("x")) == AnyHashable("x"); swift-corelibs-foundation
// lacks the hook. Without it `(result as? [AnyHashable: Any])?[kSecAttrAccount]` finds nothing,
// which existing wrappers rely on. The effect is global to a process that links this module.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    /// Lets a string object in an `AnyHashable` equal the Swift string with the same text.
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
}
