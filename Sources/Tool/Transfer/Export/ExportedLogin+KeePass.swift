internal import ForeignCrypto
internal import ForeignFormats
internal import KeychainEssentials
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The login as an entry of a KeePass database.
extension ExportedLogin {
    /// The entry.
    ///
    /// - Throws: ``KeychainError`` if the key of a passkey cannot be converted to PEM.
    func keePassEntry() throws(KeychainError) -> KeePassEntry {
        var entry = KeePassEntry(identifier)
        entry.created = date(.creationDate)
        entry.modified = date(.modificationDate)
        entry.add(KeePassName.title, title)
        entry.add(KeePassName.account, place?.account ?? passkeys.first?.account.userName ?? "")
        let payload = place?.secret ?? SecretBytes([])
        entry.add(
            isNote ? KeePassName.notes : KeePassName.password,
            payload,
            isProtected: true
        )
        entry.add(KeePassName.notes, comment.notes)
        // Where the lines of a comment do not fit, there are none (``ExportForm``).
        let details = place.flatMap { KeePassDetails(comment, of: $0) }
        let address = details?.address ?? address
        entry.add(KeePassName.address, address)
        entry.expires = details?.expires
        for (name, value) in own(with: address) { entry.add(OwnTexts.name(name), value) }
        for (name, value) in details?.texts ?? [] { entry.add(name, value) }
        for field in fields { add(field, to: &entry) }
        entry.tags = comment.filing.tags
        for passkey in passkeys { try add(passkey, to: &entry) }
        return entry
    }

    private func date(_ key: AttributeKey) -> Double? {
        if case .date(let date) = attributes[key] { date.timeIntervalSince1970 } else { nil }
    }

    /// The attributes for which KeePass has no place.
    private func own(with address: String) -> [(name: String, value: String)] {
        guard let place else { return [] }
        var own = own
        if place.address.isEmpty, !address.isEmpty, !own.contains(where: { $0.name == "service" }) {
            own.append(("service", place.service))
        }
        if !place.address.isEmpty, (try? ForeignAddress(place.address)) == nil {
            own.append(("server", "true"))
        }
        return own
    }

    /// Adds a further secret: one-time codes that depend on the time under the name by which KeePassXC shows them,
    /// because it takes others for such, too.
    private func add(_ field: Field, to entry: inout KeePassEntry) {
        guard !field.isFile else { return entry.addFile(field.name, field.value) }
        guard field.name == ForeignEntry.oneTimePassword,
            let code = try? OneTimeAddress(field.value), case .time = code.key.moving
        else { return entry.add(field.name, field.value, isProtected: true) }
        guard let secret = Self.bareSecret(field.value, code) else {
            return entry.add(KeePassName.oneTimeCode, field.value, isProtected: true)
        }
        let account = place?.account ?? ""
        let address = KeePassCode.address(secret, title: title, account: account)
        entry.add(KeePassName.oneTimeCode, address, isProtected: true)
        entry.add(OwnTexts.name(.oneTimeSecret), "true")
    }

    /// The secret of one-time codes that are stored without an address: as it is if an address can hold it so.
    private static func bareSecret(_ text: SecretBytes, _ code: OneTimeAddress) -> SecretBytes? {
        let (isAddress, isPlain) = text.withUnsafeBytes { bytes in
            (
                bytes.contains(UInt8(ascii: ":")),
                bytes.allSatisfy {
                    Character(Unicode.Scalar($0)).isLetter || (50...55).contains($0)
                }
            )
        }
        if isAddress { return nil }
        return isPlain ? text : Base32.encoded(code.key.secret)
    }

    private func add(_ passkey: Passkey, to entry: inout KeePassEntry) throws(KeychainError) {
        let account = passkey.account
        entry.add(account, key: try passkey.key.pem())
        entry.add(OwnTexts.name(.displayName), account.displayName)
        let created = account.created.timeIntervalSince1970
        if place == nil {
            entry.created = created
        } else if created > 0 {
            entry.add(OwnTexts.name(.passkeyCreated), account.created.formatted(.iso8601))
        }
    }
}
