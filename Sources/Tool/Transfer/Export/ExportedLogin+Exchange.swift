internal import ForeignCrypto
internal import ForeignFormats
internal import KeychainEssentials
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The login as an item of the Credential Exchange Format.
extension ExportedLogin {
    /// The identifier in Base64.
    var exchangeIdentifier: String { Self.text(identifier) }

    static func text(_ bytes: [UInt8]) -> String {
        SecretText.copy(Base64.encoded(SecretBytes(bytes), .urls)) ?? ""
    }

    /// The item as it is written.
    ///
    /// - Throws: ``KeychainError`` if the key of a passkey cannot be converted to PKCS #8.
    func exchangeItem() throws(KeychainError) -> JSON {
        var comment = comment
        let addresses =
            address.isEmpty ? [] : [address] + (place == nil ? [] : comment.takeAddresses())
        var members: [(String, JSON)] = [("id", .string(exchangeIdentifier))]
        for (name, key) in [
            ("creationAt", AttributeKey.creationDate), ("modifiedAt", .modificationDate),
        ] {
            if case .date(let date) = attributes[key], date.timeIntervalSince1970 >= 0 {
                members.append((name, .number(Int64(date.timeIntervalSince1970))))
            }
        }
        members.append(("title", .string(title)))
        if !addresses.isEmpty {
            members.append(
                (
                    "scope",
                    .object([
                        ("urls", .array(addresses.map(JSON.string))), ("androidApps", .array([])),
                    ])
                )
            )
        }
        members.append(("credentials", .array(try credentials(comment))))
        let tags = comment.filing.tags
        if !tags.isEmpty { members.append(("tags", .array(tags.map(JSON.string)))) }
        var own = own.map { ($0.name, JSON.string($0.value)) }
        if place?.address.isEmpty == false { own.append(("server", .bool(true))) }
        if !own.isEmpty {
            let name = ("name", JSON.string(CredentialExchange.extensionName))
            members.append(("extensions", .array([.object([name] + own)])))
        }
        return .object(members)
    }

    private func credentials(_ comment: CommentParts) throws(KeychainError) -> [JSON] {
        var codes: [JSON] = []
        var hidden = fields
        for (index, field) in hidden.enumerated().reversed()
        where field.name == ForeignEntry.oneTimePassword {
            guard let code = Self.code(field.value) else { continue }
            codes.append(code)
            hidden.remove(at: index)
        }
        var all = login + codes.reversed()
        if !isNote, !comment.notes.isEmpty { all.append(Self.note(.string(comment.notes))) }
        let open = comment.details.map { Self.field($0.name, "string", .string($0.value)) }
        let further =
            open + hidden.map { Self.field($0.name, "concealed-string", .secret($0.value)) }
        if !further.isEmpty {
            all.append(.object([("type", .string("custom-fields")), ("fields", .array(further))]))
        }
        for passkey in passkeys { all.append(try Self.json(passkey)) }
        return all
    }

    /// The login, or the note that is stored as a password.
    private var login: [JSON] {
        guard let place, let secret = place.secret else { return [] }
        if isNote { return [Self.note(.secret(secret))] }
        var members: [(String, JSON)] = [("type", .string("basic-auth"))]
        if !place.account.isEmpty {
            members.append(("username", Self.field("", "string", .string(place.account))))
        }
        if secret.count > 0 {
            members.append(("password", Self.field("", "concealed-string", .secret(secret))))
        }
        return members.count > 1 ? [.object(members)] : []
    }

    private static func json(_ passkey: Passkey) throws(KeychainError) -> JSON {
        func text(_ bytes: [UInt8]) -> JSON { .secret(Base64.encoded(SecretBytes(bytes), .urls)) }
        let account = passkey.account
        return .object([
            ("type", .string("passkey")), ("credentialId", text(account.credentialID)),
            ("rpId", .string(account.relyingParty)), ("username", .string(account.userName)),
            ("userDisplayName", .string(account.displayName)),
            ("userHandle", text(account.userHandle)),
            ("key", .secret(Base64.encoded(try passkey.key.pkcs8(), .urls))),
        ])
    }

    private static func note(_ text: JSON) -> JSON {
        .object([("type", .string("note")), ("content", field("", "string", text))])
    }

    private static func field(_ label: String, _ type: String, _ value: JSON) -> JSON {
        .object(
            [("fieldType", .string(type)), ("value", value)]
                + (label.isEmpty ? [] : [("label", .string(label))])
        )
    }

    /// The credential of codes that depend on the time; `nil` for others, and for other texts.
    private static func code(_ text: SecretBytes) -> JSON? {
        guard let address = try? OneTimeAddress(text), case .time(let period) = address.key.moving
        else { return nil }
        var members: [(String, JSON)] = [
            ("type", .string("totp")), ("secret", .secret(Base32.encoded(address.key.secret))),
            ("period", .number(Int64(period))), ("digits", .number(Int64(address.key.digits))),
        ]
        if !address.account.isEmpty { members.append(("username", .string(address.account))) }
        members.append(("algorithm", .string(address.key.algorithm.rawValue.lowercased())))
        if !address.issuer.isEmpty { members.append(("issuer", .string(address.issuer))) }
        return .object(members)
    }
}
