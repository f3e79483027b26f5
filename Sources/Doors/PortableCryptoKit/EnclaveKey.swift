internal import Crypto
internal import KeychainEssentials
internal import PortableKeychain
internal import PortableLocalAuthentication
internal import PortableSecurity

/// A key in a token, with the data that its program keeps of it (item-semantics.md §6.9).
///
/// A key whose use requires its user is an item of the keychain, so that a program cannot leave the
/// question out. Any other key is stored nowhere: its handle is all there is.
struct EnclaveKey: Sendable {
    let material: KeyMaterial
    let dataRepresentation: Data

    /// The kind of a representation, which its first byte states.
    private enum Form: UInt8 {
        /// The handle of a key that is not stored.
        case handle = 1
        /// The persistent reference of an item.
        case reference = 2
    }

    private init(_ material: KeyMaterial, _ form: Form, _ rest: some Collection<UInt8>) {
        self.material = material
        dataRepresentation = Data([form.rawValue]) + rest
    }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - isCompact: Whether the public half must have a compact form.
    ///   - control: The condition under which the key can be used, and the proofs that it requires;
    ///     `nil` for no rules.
    ///   - context: A context with the proofs that the user has given already.
    /// - Throws: `KeychainError`, `unimplemented` where there is no token.
    init(isCompact: Bool, _ control: SecAccessControl?, _ context: LAContext?) throws {
        if let control, control.accessControl == nil {
            throw KeychainError(
                .invalidParameter,
                reason: "No key can have this access control. Use another accessibility."
            )
        }
        let keychain = try Keychain.current
        let key = try Self.newKey(isCompact, in: keychain)
        guard let rules = control?.accessControl, Self.isEnforcedByItem(rules) else {
            guard let handle = key.tokenHandle else { throw KeychainError(.internalError) }
            self = handle.withUnsafeBytes { Self(key, .handle, $0) }
            return
        }
        var item = KeyItem(label: "Key of CryptoKit")
        item.tagBytes = SecretBytes.random(count: 16).withUnsafeBytes { [UInt8]($0) }
        item.accessControl = rules
        let (stored, reference) = try keychain.storeTokenKey(
            key,
            for: item,
            in: context?.authenticationContext
        )
        self.init(stored, .reference, reference)
    }

    /// Every second point has the compact form, so more than a few attempts are not needed.
    private static func newKey(
        _ isCompact: Bool,
        in keychain: Keychain
    ) throws -> KeyMaterial {
        for _ in 0..<64 {
            let key = try keychain.makeTokenKey(.p256)
            guard isCompact else { return key }
            if try publicHalf(of: key).compactRepresentation != nil { return key }
        }
        throw KeychainError(.internalError)
    }

    /// The public half, for signatures.
    static func publicHalf(of key: KeyMaterial) throws -> P256.Signing.PublicKey {
        try P256.Signing.PublicKey(
            x963Representation: key.publicKey.externalRepresentation.withUnsafeBytes { Data($0) }
        )
    }

    /// Finds a key again.
    init(_ representation: Data, _ context: LAContext?) throws {
        let keychain = try Keychain.current
        let rest = representation.dropFirst()
        let material =
            switch representation.first.flatMap(Form.init(rawValue:)) {
            case .handle: try keychain.tokenKey(of: SecretBytes(rest))
            case .reference:
                try keychain.tokenKey(
                    reference: Array(rest),
                    in: context?.authenticationContext
                )
            case nil: KeyMaterial?.none
            }
        guard let material else {
            throw KeychainError(
                .undecodable,
                reason: """
                    These bytes do not represent a key of a token. Pass what 'dataRepresentation' \
                    returned on this machine, or make a new key.
                    """
            )
        }
        self.material = material
        dataRepresentation = representation
    }

    /// Whether only an item can keep the rules: those that ask the user, or need a passcode.
    private static func isEnforcedByItem(_ control: AccessControl) -> Bool {
        control.needsAuthentication || control.accessibility == .whenPasscodeSetThisDeviceOnly
    }
}
