internal import Crypto

/// Envelopes that a rotation could not open, because a password of the item's own is needed
/// (vault-format.md §15.2).
///
/// They keep the key that the password gives them, and move into another envelope that says for
/// which identifier of the keychain they were made. The part of the old presence key is sealed for
/// the new one. So the old presence key is no longer needed, and the password works as before.
extension Envelope {
    /// The parts that an envelope of version 2 has around the one of version 1.
    struct Carriage {
        /// The identifier of the keychain for which the inner envelope was made.
        let keychain: [UInt8]
        /// The inner envelope; valid as long as the bytes of the outer one.
        let envelope: UnsafeRawBufferPointer
        /// The secret of the old presence key, sealed for the present one.
        private let sealed: (encapsulated: [UInt8], box: [UInt8], header: [UInt8])?

        /// Reads the outer envelope.
        ///
        /// - Returns: `nil` for an envelope of another version.
        init?(_ bytes: UnsafeRawBufferPointer, _ needs: Needs) throws(KeychainError) {
            guard bytes.first == Envelope.carriedVersion else { return nil }
            var reader = ByteReader(bytes)
            _ = try reader.raw(1)
            // Without a password, a rotation opens the envelope and makes a new one.
            guard try reader.integer(UInt8.self) == needs.rawValue, needs.contains(.password)
            else { throw Envelope.malformed }
            keychain = try reader.array(Limits.identifierLength)
            if needs.contains(.presence) {
                let encapsulated = try reader.array(Limits.keyLength)
                let header = Array(bytes.prefix(bytes.count - reader.remaining))
                let box = try reader.array(Limits.keyLength + Limits.boxOverhead)
                sealed = (encapsulated, box, header)
            } else {
                sealed = nil
            }
            envelope = try reader.raw(reader.remaining)
        }

        /// The place for which the inner envelope was made.
        func origin(of place: Place) -> Place {
            Place(keychain: keychain, identifier: place.identifier, classCode: place.classCode)
        }

        /// The secret that the presence key of that time derived for the inner envelope.
        func secret(_ presence: PresenceKey, at place: Place) throws(KeychainError) -> SymmetricKey
        {
            guard let sealed else { throw Envelope.malformed }
            let wrapping = try presence.secret(
                encapsulated: sealed.encapsulated,
                keychain: place.keychain
            )
            let context = context(sealed.header, place, label: Labels.carriedEnvelope)
            return try sealed.box.withRawBytes { bytes throws(KeychainError) in
                try Box.open(bytes, key: key([wrapping], context), context: context) {
                    plain throws(KeychainError) in SymmetricKey(data: plain)
                }
            }
        }
    }

    /// Moves an envelope to another identifier of the keychain, without its password.
    ///
    /// - Parameters:
    ///   - envelope: The envelope, of either version.
    ///   - needs: The proofs that opening requires; the password is one of them.
    ///   - place: The item under the old identifier.
    ///   - presence: The old presence key, if the envelope needs it.
    ///   - keychain: The new identifier.
    ///   - encapsulation: A secret that was encapsulated for the new presence key, if it is needed.
    ///   - entropy: The source of the nonce.
    /// - Returns: The envelope for the new identifier.
    /// - Throws: ``KeychainError/Code/corrupt`` for a malformed envelope.
    static func carry(
        _ envelope: SecretBytes,
        _ needs: Needs,
        from place: Place,
        presence: PresenceKey?,
        to keychain: [UInt8],
        _ encapsulation: PresenceKey.Encapsulation?,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> SecretBytes {
        try envelope.withUnsafeBytes { bytes throws(KeychainError) in
            let carriage = try Carriage(bytes, needs)
            let inner = carriage?.envelope ?? bytes
            var reader = ByteReader(inner)
            let stated = try Header(&reader, needs)
            var writer = ByteWriter(capacity: 128)
            writer.integer(carriedVersion)
            writer.integer(needs.rawValue)
            writer.raw(carriage?.keychain ?? place.keychain)
            if let encapsulated = stated.encapsulated {
                guard let presence, let encapsulation else { throw KeychainError(.internalError) }
                let secret =
                    if let carriage {
                        try carriage.secret(presence, at: place)
                    } else {
                        try presence.secret(encapsulated: encapsulated, keychain: place.keychain)
                    }
                writer.raw(encapsulation.encapsulated)
                var new = place
                new.keychain = keychain
                let context = context(writer.bytes, new, label: Labels.carriedEnvelope)
                let plain = SecretBytes(count: Limits.keyLength) { room in
                    secret.withUnsafeBytes { room.copyMemory(from: $0) }
                }
                let box = try plain.withUnsafeBytes { plain throws(KeychainError) in
                    try Box.seal(
                        plain,
                        key: key([encapsulation.secret], context),
                        context: context,
                        entropy: entropy
                    )
                }
                writer.raw(box)
            }
            writer.raw(inner)
            return SecretBytes(writer.bytes)
        }
    }
}
