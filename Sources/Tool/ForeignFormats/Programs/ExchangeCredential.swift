internal import PortableKeychain
internal import SafeText

/// One credential of an item in the Credential Exchange Format, of any type.
struct ExchangeCredential {
    private let credential: JSONTree
    private let type: String

    init(_ credential: JSONTree) {
        self.credential = credential
        type = credential["type"].string
    }

    /// The kinds of entries that types of credentials make.
    private static let kinds = [
        "address": "address", "api-key": "API key", "credit-card": "payment card",
        "drivers-license": "identity", "identity-document": "identity", "passport": "identity",
        "person-name": "identity", "ssh-key": "SSH key", "wifi": "Wi-Fi network",
    ]

    /// The types of fields that programs show openly.
    ///
    /// All others are secrets, also those of later versions.
    private static let open: Set = [
        "string", "email", "number", "boolean", "date", "year-month",
        "wifi-network-security-type", "subdivision-code", "country-code",
    ]

    /// The members beside fields that are not secret.
    private static let openMembers: Set = ["keyType", "keyComment"]

    /// Adds what the credential holds to an entry.
    ///
    /// - Throws: ``FormatProblem`` for names that are too long.
    mutating func add(to entry: inout ForeignEntry) throws(FormatProblem) {
        if entry.kind.isEmpty { entry.kind = Self.kinds[type] ?? "" }
        switch type {
        case "basic-auth": addLogin(to: &entry)
        case "passkey": entry.addPasskey(passkey)
        case "totp": entry.addSecret(ForeignEntry.oneTimePassword, oneTimeCode)
        case "note":
            let text = Self.value(credential["content"])
            if entry.notes.count == 0 {
                entry.notes = text
            } else {
                entry.addSecret("note", text)
            }
        case "generated-password":
            addPassword(Self.value(credential["password"]), "generated password", to: &entry)
        case "custom-fields":
            let section = credential["label"].string
            for field in credential["fields"].elements {
                try addField(field, [section, field["label"].string], to: &entry)
            }
        case "file":
            let name = ForeignText.beginning(of: credential["name"].string)
            entry.addLoss("its attached file '\(name)' is not in the JSON")
        case "item-reference": break
        case "wifi":
            addPassword(Self.value(credential["passphrase"]), "passphrase", to: &entry)
            try addMembers(besides: ["passphrase"], to: &entry)
        case "ssh-key":
            entry.addSecret("private key", privateKey)
            try addMembers(besides: ["privateKey"], to: &entry)
        default: try addMembers(besides: [], to: &entry)
        }
    }

    private func addLogin(to entry: inout ForeignEntry) {
        let name = SecretText.copy(Self.value(credential["username"])) ?? ""
        if entry.account.isEmpty {
            entry.account = name
        } else if name != entry.account {
            entry.addDetail("username", name)
        }
        addPassword(Self.value(credential["password"]), "password", to: &entry)
    }

    /// Adds a password: as that of the entry, unless it has one.
    private func addPassword(
        _ password: SecretBytes,
        _ name: String,
        to entry: inout ForeignEntry
    ) {
        if entry.password.count == 0 {
            entry.password = password
        } else {
            entry.addSecret(name, password)
        }
    }

    private var passkey: ForeignPasskey.Parts {
        var parts = ForeignPasskey.Parts(site: credential["rpId"].string)
        parts.userName = credential["username"].string
        parts.displayName = credential["userDisplayName"].string
        parts.credentialID = credential["credentialId"].base64Bytes
        parts.userHandle = credential["userHandle"].base64Bytes
        parts.key = Base64.decoded(credential["key"].secret, .urls)
        if case .object(let extensions) = credential["fido2Extensions"] {
            parts.extensions = extensions.filter { !$0.value.isNull && $0.value.string != "false" }
                .keys.sorted()
        }
        return parts
    }

    /// The address of one-time codes, in the order of parameters in which the tool writes it; the
    /// secret alone if that says everything, or is not Base32.
    private var oneTimeCode: SecretBytes {
        let secret = credential["secret"].secret
        let isBase32 = secret.withUnsafeBytes { bytes in
            bytes.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return byte < 0x80 && (character.isLetter || ("2"..."7").contains(character))
            }
        }
        guard isBase32, secret.count > 0 else { return secret }
        let (issuer, user) = (credential["issuer"].string, credential["username"].string)
        let names = [issuer, user].filter { !$0.isEmpty }.map(PercentEncoding.encoded)
        var end = issuer.isEmpty ? "" : "&issuer=\(PercentEncoding.encoded(issuer))"
        let standards = [("algorithm", "SHA1"), ("digits", "6"), ("period", "30")]
        for (name, standard) in standards {
            let value = credential[name].string.uppercased()
            if !value.isEmpty, value != standard {
                end += "&\(name)=\(PercentEncoding.encoded(value))"
            }
        }
        // As services print it, and as some programs store it.
        guard !names.isEmpty || !end.isEmpty else { return secret }
        return SecretText.joined([
            .text("otpauth://totp/\(names.joined(separator: ":"))?secret="), .secret(secret),
            .text(end),
        ])
    }

    /// The private key of an ssh key as PEM, if it is readable.
    private var privateKey: SecretBytes {
        let text = credential["privateKey"].secret
        let key = Base64.decoded(text, .urls).flatMap { try? KeyMaterial(pkcs8: $0) }
        return (try? key?.pem()) ?? text
    }

    /// Adds all members that are not known, each under the type of the credential.
    private func addMembers(
        besides used: Set<String>,
        to entry: inout ForeignEntry
    ) throws(FormatProblem) {
        let words = type.replacing(sign: "-", with: " ")
        guard case .object(let members) = credential.without(used.union(["type", "id"])) else {
            return
        }
        for (name, value) in members.inOrderOfKeys() {
            if case .object = value, !value["value"].isNull {
                try addField(value, [words, name], to: &entry)
                continue
            }
            for leaf in try value.boundedLeaves() {
                let names = [words, name, leaf.name].filter { !$0.isEmpty }
                entry.addField(
                    names.joined(separator: " "),
                    leaf.value.secret,
                    isSecret: !Self.openMembers.contains(name)
                )
            }
        }
    }

    private func addField(
        _ field: JSONTree,
        _ names: [String],
        to entry: inout ForeignEntry
    ) throws(FormatProblem) {
        let name = names.filter { !$0.isEmpty }.joined(separator: " ")
        guard name.utf8.count <= FormatLimits.path else {
            throw FormatProblem(
                "the joined names of a section and a field have more than "
                    + "\(FormatLimits.path) bytes"
            )
        }
        let isOpen = Self.open.contains(field["fieldType"].string)
        entry.addField(name, Self.value(field), isSecret: !isOpen)
    }

    /// The value of a field; drafts had the value alone.
    private static func value(_ field: JSONTree) -> SecretBytes {
        if case .object = field { return field["value"].secret }
        return field.secret
    }
}
