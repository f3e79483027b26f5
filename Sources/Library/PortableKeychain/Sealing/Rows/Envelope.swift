internal import Crypto

/// The additional encryption of a payload that requires user authentication or the item's own
/// password (vault-format.md §12.2).
///
/// The payload is sealed under a key derived from these proofs, and the result is then sealed like
/// any payload. So the keys of an unlocked keychain are not enough to read it. ``PresenceKey``
/// provides the proof of the user's presence; the other proof is the password itself. A namespace
/// of functions: an envelope exists only as bytes.
struct Envelope {
    /// The proofs that opening an envelope requires.
    struct Needs: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        /// The private half of the presence key.
        static let presence = Needs(rawValue: 1)
        /// The item's own password.
        static let password = Needs(rawValue: 2)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The proofs that an access control requires; empty for most.
        init(_ control: AccessControl) {
            self.init(control.constraints ?? [])
        }

        /// The proofs that constraints require.
        init(_ constraints: AccessControl.Constraints) {
            self = constraints.isDisjoint(with: Self.proofsOfPresence) ? [] : .presence
            if constraints.contains(.applicationPassword) { insert(.password) }
        }

        /// The needs one by one.
        var each: [Self] { [.presence, .password].filter { contains($0) } }

        // Biometry and paired devices are not supported here, so the passcode replaces both.
        private static let proofsOfPresence: AccessControl.Constraints = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
        ]
    }

    /// The item that an envelope belongs to.
    struct Place {
        var keychain: [UInt8]
        let identifier: [UInt8]
        let classCode: ClassCode
    }

    static let version: UInt8 = 1
    /// The version of an envelope inside of which a rotation left another one.
    static let carriedVersion: UInt8 = 2

    /// Seals a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload; `nil` if the item has none.
    ///   - needs: The proofs that opening requires.
    ///   - place: The item.
    ///   - presence: A secret that was encapsulated for the presence key.
    ///   - password: The key of the item's password, with a salt of its own, if the item has one.
    ///   - entropy: The source of nonces.
    /// - Returns: The envelope.
    /// - Throws: ``KeychainError/Code/dataTooLarge``, or ``KeychainError/Code/notAvailable`` when
    ///   the keychain has no presence key.
    static func seal(
        _ payload: SecretBytes?,
        _ needs: Needs,
        at place: Place,
        presence: PresenceKey.Encapsulation?,
        password: PasswordKey?,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> SecretBytes {
        guard payload?.count ?? 0 <= Limits.secretLength - Limits.envelopeOverhead else {
            throw KeychainError(.dataTooLarge)
        }
        var header = ByteWriter()
        header.integer(version)
        header.integer(needs.rawValue)
        var parts: [SymmetricKey] = []
        if needs.contains(.presence) {
            guard let presence else {
                throw KeychainError(
                    .notAvailable,
                    reason: """
                        An older version created this keychain. Change its passcode once to \
                        upgrade it.
                        """
                )
            }
            header.raw(presence.encapsulated)
            parts.append(presence.secret)
        }
        if needs.contains(.password) {
            guard let password else { throw KeychainError(.internalError) }
            header.raw(password.derivation.salt)
            header.integer(password.derivation.hashing.rounds)
            header.integer(password.derivation.hashing.blockSize)
            header.integer(password.derivation.hashing.parallelism)
            parts.append(password.key)
        }
        let plain = SecretBytes(count: 1 + (payload?.count ?? 0)) { room in
            room[0] = payload == nil ? 0 : 1
            payload?.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: room[1...]).copyMemory(from: bytes)
            }
        }
        let context = context(header.bytes, place)
        let box = try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key(parts, context), context: context, entropy: entropy)
        }
        return SecretBytes(header.bytes + box)
    }

    /// The available proofs.
    struct Proofs {
        var presence: PresenceKey?
        /// The key of a password, of the derivation that the envelope states.
        var password: PasswordKey?
    }

    /// The fields before the box of an envelope.
    struct Header {
        var encapsulated: [UInt8]?
        var salt: [UInt8] = []
        var hashing: PasscodeHashing?

        init(_ reader: inout ByteReader, _ needs: Needs) throws(KeychainError) {
            let version: UInt8 = try reader.integer()
            guard version <= Envelope.carriedVersion else { throw KeychainError(.newerVersion) }
            guard version == Envelope.version, try reader.integer(UInt8.self) == needs.rawValue
            else { throw malformed }
            if needs.contains(.presence) { encapsulated = try reader.array(Limits.keyLength) }
            guard needs.contains(.password) else { return }
            salt = try reader.array(Limits.saltLength)
            hashing = try PasscodeHashing(storedIn: &reader)
        }
    }

    /// The parameters from which the key of a password is derived for an envelope.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for the empty password, which no
    ///   envelope has, ``KeychainError/Code/corrupt`` for an envelope that is malformed.
    static func derivation(
        of password: SecretBytes,
        in envelope: SecretBytes,
        _ needs: Needs
    ) throws(KeychainError) -> PasswordDerivation {
        try envelope.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(try Carriage(bytes, needs)?.envelope ?? bytes)
            let header = try Header(&reader, needs)
            guard let hashing = header.hashing else { throw malformed }
            guard password.count > 0 else { throw KeychainError(.authenticationFailed) }
            return PasswordDerivation(password: password, salt: header.salt, hashing: hashing)
        }
    }

    /// Opens an envelope.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong password,
    ///   ``KeychainError/Code/corrupt`` for an envelope that is malformed or belongs to another
    ///   item.
    /// - Returns: The payload; `nil` if the item has none.
    static func open(
        _ envelope: SecretBytes,
        _ needs: Needs,
        at place: Place,
        with proofs: Proofs
    ) throws(KeychainError) -> SecretBytes? {
        try envelope.withUnsafeBytes { bytes throws(KeychainError) in
            let carriage = try Carriage(bytes, needs)
            let bytes = carriage?.envelope ?? bytes
            var reader = ByteReader(bytes)
            let stated = try Header(&reader, needs)
            var parts: [SymmetricKey] = []
            if let encapsulated = stated.encapsulated {
                guard let presence = proofs.presence else { throw KeychainError(.internalError) }
                if let carriage {
                    parts.append(try carriage.secret(presence, at: place))
                } else {
                    let keychain = place.keychain
                    parts.append(
                        try presence.secret(encapsulated: encapsulated, keychain: keychain)
                    )
                }
            }
            if let hashing = stated.hashing {
                guard let password = proofs.password, password.derivation.salt == stated.salt,
                    password.derivation.hashing == hashing
                else { throw KeychainError(.internalError) }
                parts.append(password.key)
            }
            let header = Array(bytes.prefix(bytes.count - reader.remaining))
            let context = context(header, carriage?.origin(of: place) ?? place)
            let box = try reader.raw(reader.remaining)
            do throws(KeychainError) {
                return try Box.open(box, key: key(parts, context), context: context) {
                    plain throws(KeychainError) in
                    var reader = ByteReader(plain)
                    let hasPayload: UInt8 = try reader.integer()
                    let payload = try reader.raw(reader.remaining)
                    guard hasPayload <= 1, hasPayload == 1 || payload.isEmpty else {
                        throw malformed
                    }
                    guard hasPayload == 1 else { return nil }
                    return SecretBytes(count: payload.count) { $0.copyMemory(from: payload) }
                }
            } catch {
                // The row that contains it is authentic, so if a password is needed, only the
                // password can be wrong.
                guard needs.contains(.password), error.code == .corrupt else { throw error }
                throw passwordIsWrong
            }
        }
    }

    static func key(_ parts: [SymmetricKey], _ context: [UInt8]) -> SymmetricKey {
        let all = SecretBytes(count: parts.count * Limits.keyLength) { room in
            for (index, part) in parts.enumerated() {
                part.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: room[(index * Limits.keyLength)...])
                        .copyMemory(from: bytes)
                }
            }
        }
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: all.withUnsafeBytes { SymmetricKey(data: $0) },
            salt: [UInt8](),
            info: context,
            outputByteCount: Limits.keyLength
        )
    }

    static func context(
        _ header: [UInt8],
        _ place: Place,
        label: String = Labels.envelope
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.raw(label.utf8)
        writer.raw(place.keychain)
        writer.raw(place.identifier)
        writer.integer(Int64(place.classCode.rawValue))
        writer.raw(header)
        return writer.bytes
    }

    /// The error for a wrong password.
    static var passwordIsWrong: KeychainError {
        KeychainError(
            .authenticationFailed,
            reason: "The password of the item is wrong. Try again."
        )
    }

    static var malformed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "The secret of an item that requires user authentication is malformed."
        )
    }
}
