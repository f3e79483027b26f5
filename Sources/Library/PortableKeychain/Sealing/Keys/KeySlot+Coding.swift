/// The coding of a slot in a keybag (vault-format.md §5.2).
extension KeySlot {
    /// The bytes before the boxes, which are part of the context of both.
    func header() -> [UInt8] {
        var writer = ByteWriter()
        encodeHeader(into: &writer)
        return writer.bytes
    }

    private func encodeHeader(into writer: inout ByteWriter) {
        writer.integer(kind.rawValue)
        writer.integer(grade.rawValue)
        writer.raw(salt)
        if version == .third { writer.sized(parameters) } else { writer.raw(parameters) }
    }

    func encode(into writer: inout ByteWriter) {
        encodeHeader(into: &writer)
        writer.sized(box)
        if version == .third { writer.sized(presenceBox) }
    }

    init(from reader: inout ByteReader, _ version: KeybagVersion) throws(KeychainError) {
        guard let kind = AccessSlot.Kind(rawValue: try reader.integer()),
            let grade = KeyGrade(rawValue: try reader.integer()),
            kind == .device || grade == .user,
            version == .third || kind == .device || kind == .passcode
        else { throw Self.malformed }
        let salt = try reader.array(Limits.saltLength)
        let parameters: [UInt8]
        if version == .third {
            parameters = Array(try reader.sized())
            try Self.check(parameters, kind)
        } else if kind == .passcode {
            parameters = try reader.array(PasscodeHashing.encodedLength)
            try Self.check(parameters, kind)
        } else {
            parameters = []
        }
        self.init(
            kind: kind,
            grade: grade,
            salt: salt,
            parameters: parameters,
            box: Array(try reader.sized()),
            presenceBox: version == .third ? Array(try reader.sized()) : [],
            version: version
        )
        let presenceLength =
            version == .third && carriesPresence ? Limits.keyLength + Limits.boxOverhead : 0
        guard box.count == Content.length(grade, kind) + Limits.boxOverhead,
            presenceBox.count == presenceLength
        else { throw Self.malformed }
    }

    /// Refuses parameters that are not those of the kind.
    ///
    /// - Throws: ``KeychainError/Code/corrupt``.
    static func check(
        _ parameters: [UInt8],
        _ kind: AccessSlot.Kind
    ) throws(KeychainError) {
        guard kind.isHashed else {
            guard parameters.count <= kind.parameterLength else { throw malformed }
            return
        }
        _ = try PasscodeHashing(encoded: parameters)
    }

    private static var malformed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "A key slot of the keychain is malformed. Restore a backup."
        )
    }
}
