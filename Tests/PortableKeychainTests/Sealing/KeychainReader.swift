@_spi(Keepers) @testable import PortableKeychain

/// One way in which the keychain reads bytes of its own formats, which others may have written; the
/// fuzzers and `KeychainCorpusTests` drive it.
enum KeychainReader: String, CaseIterable, Sendable {
    /// A backup, whose passphrase is "two words".
    case backup
    /// The content of the box of a backup, which no fuzzer opens.
    case backupContent
    case keybag
    /// The attributes of a row or a backup.
    case attributes
    /// The keys that other processes left in the kernel's keyring; the first byte chooses the
    /// availability.
    case sharedKeys
    case deviceKey
    /// The file of a device key that a token sealed, without the check at its end.
    case sealedDeviceKey
    /// The list of epochs of a token's counter, without the code at its end.
    case epochList
    /// The messages between a program and the helper for its token.
    case tokenMessage
    /// The fields before the box of a payload that needs a password; the first byte says whether it
    /// needs the user's presence too.
    case envelope
    /// The text that a user typed.
    case recoveryKey
    case reference
    /// The lines of an answer of pinentry.
    case assuan

    /// The codes that a failure may have; any other one is a bug, as is a trap.
    var codes: Set<KeychainError.Code> {
        switch self {
        case .backup: [.undecodable, .newerVersion, .authenticationFailed]
        case .backupContent: [.undecodable]
        case .keybag, .envelope: [.corrupt, .newerVersion]
        case .recoveryKey: [.invalidParameter]
        case .reference: [.itemNotFound]
        case .assuan: [.authenticationRequired, .userCanceled, .unimplemented]
        case .attributes, .sharedKeys, .deviceKey, .sealedDeviceKey, .epochList, .tokenMessage:
            [.corrupt]
        }
    }

    /// Reads bytes, and writes the result again: each value has one encoding.
    ///
    /// - Returns: The reason why the bytes were refused, or `nil`.
    func read(_ bytes: [UInt8]) -> KeychainError.Code? {
        do throws(KeychainError) {
            switch self {
            case .backup: try Self.backup(bytes)
            case .backupContent: try Self.backupContent(bytes)
            case .keybag:
                let keybag = try Keybag(encoded: bytes)
                precondition(keybag.encoded() == bytes)
            case .attributes: try Self.attributes(bytes)
            case .sharedKeys: try Self.sharedKeys(bytes)
            case .deviceKey:
                let key = try bytes.withRawBytes { bytes throws(KeychainError) in
                    try DeviceKey(file: bytes)
                }
                precondition(key.file().withUnsafeBytes { $0.elementsEqual(bytes) })
            case .sealedDeviceKey:
                let file = DeviceKeyFile.written([]) { $0.raw(bytes) }
                let key = try SealedDeviceKey(file: file)
                precondition(key.file.matches(file))
            case .epochList:
                let list = try bytes.withRawBytes { bytes throws(KeychainError) in
                    var reader = ByteReader(bytes)
                    return try EpochList(content: &reader)
                }
                precondition(list.content == bytes)
            case .tokenMessage:
                guard let message = TokenMessage(SecretBytes(bytes)) else {
                    throw KeychainError(.corrupt)
                }
                precondition(message.encoded?.matches(SecretBytes(bytes)) == true)
            case .envelope: try Self.envelope(bytes)
            case .recoveryKey:
                let key = try RecoveryKey(typed: SecretBytes(bytes))
                let again = try RecoveryKey(typed: key.text)
                precondition(again.matches(key))
            case .reference:
                let (itemClass, identifier) = try PersistentReferenceCoding.decode(bytes)
                precondition(PersistentReferenceCoding.encode(itemClass, identifier) == bytes)
            case .assuan: try Self.assuan(bytes)
            }
            return nil
        } catch {
            return error.code
        }
    }

    private static func backup(_ bytes: [UInt8]) throws(KeychainError) {
        // A cost may be within the bounds and still take a second each time.
        if bytes.count >= 49 {
            let cost = bytes.withUnsafeBytes { bytes in
                var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[37..<49]))
                return try? PasscodeHashing(storedIn: &reader)
            }
            if let cost, cost.rounds * cost.blockSize * cost.parallelism > 1 << 12 { return }
        }
        _ = try bytes.withRawBytes { bytes throws(KeychainError) in
            try Backup.open(bytes, passphrase: SecretBytes(utf8: "two words"))
        }
    }

    private static func backupContent(_ bytes: [UInt8]) throws(KeychainError) {
        var written = ByteWriter()
        try bytes.withRawBytes { bytes throws(KeychainError) in
            try Backup.forEachItem(of: bytes) { item throws(KeychainError) in
                try BackupWriter.encoded(item).withUnsafeBytes { written.raw($0) }
            }
        }
        precondition(written.bytes == Array(bytes.dropFirst(4)))
    }

    private static func attributes(_ bytes: [UInt8]) throws(KeychainError) {
        let attributes = try bytes.withRawBytes { bytes throws(KeychainError) in
            let view = AttributeView(bytes)
            for key in [AttributeKey.account, .accessGroup, .sha1] { _ = try? view.find(key) }
            return try view.decoded()
        }
        var writer = ByteWriter()
        AttributeCoding.encode(attributes, into: &writer)
        precondition(writer.bytes == bytes)
    }

    private static func sharedKeys(_ bytes: [UInt8]) throws(KeychainError) {
        let all: [ProtectionClass.Availability] = [.whenUnlocked, .afterFirstUnlock]
        let availability = all[Int(bytes.first ?? 0) % all.count]
        let payload = SecretBytes(bytes.dropFirst())
        guard let (keys, epoch, deadline) = SharedKeys.decode(payload, availability) else {
            throw KeychainError(.corrupt)
        }
        precondition(SharedKeys.encode(keys, epoch: epoch, deadline: deadline).matches(payload))
    }

    private static func envelope(_ bytes: [UInt8]) throws(KeychainError) {
        let isAlone = (bytes.first ?? 0).isMultiple(of: 2)
        _ = try Envelope.derivation(
            of: SecretBytes(utf8: "password"),
            in: SecretBytes(bytes.dropFirst()),
            isAlone ? .password : [.presence, .password]
        )
    }

    private static func assuan(_ bytes: [UInt8]) throws(KeychainError) {
        try bytes.withRawBytes { bytes throws(KeychainError) in
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
            defer { room.deallocate() }
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            {
                switch AssuanReply(UnsafeRawBufferPointer(rebasing: line)) {
                case .data(let data):
                    guard AssuanReply.unescape(data, into: room) != nil else {
                        throw KeychainError(.authenticationRequired)
                    }
                case .done: return
                case .refused(let code): throw KeychainError(code)
                case .denied: throw KeychainError(.userCanceled)
                case .ignored: break
                case nil: throw KeychainError(.authenticationRequired)
                }
            }
        }
    }
}
