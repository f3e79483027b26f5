import Foundation

/// Names members of types that the module has, without naming the module.
package func runMembers() {
    let control = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault,
        kSecAttrAccessibleWhenUnlocked,
        [.devicePasscode, .or, .biometryAny],
        nil
    )
    precondition(control.map { CFGetTypeID($0) } == SecAccessControlGetTypeID())
    let algorithms: [SecKeyAlgorithm] = [.rsaSignatureMessagePSSSHA256, .ecdhKeyExchangeStandard]
    precondition(algorithms.map(\.rawValue).allSatisfy { ($0 as String).hasPrefix("algid:") })
}
