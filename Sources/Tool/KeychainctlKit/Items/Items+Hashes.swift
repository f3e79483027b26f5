internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain
internal import SafeText

// The hashes by which people select one of several keys, certificates or identities of a name.
extension Items {
    /// The least number of digits of a hash that is not written whole.
    private static let fewestDigits = 8

    /// Narrows a selection of keys, certificates or identities to those with a hash.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - text: The hash as lists show it, or its first digits; `nil` for any. For certificates and
    ///     identities also the serial number, the SHA-256 of the certificate, or the hash of its key.
    /// - Returns: The same selection with the attributes of what has the hash.
    /// - Throws: ``Failure`` if the text is no hash, or nothing has it.
    package func narrowed(
        _ selection: ItemSelection,
        toHash text: String?
    ) throws -> ItemSelection {
        guard let text else { return selection }
        let plain = text.lowercased().filter { $0 != ":" && $0 != " " }
        let digits = plain.hasPrefix("0x") ? String(plain.dropFirst(2)) : plain
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw Failure(
                .usage,
                "the value of --hash must be hexadecimal digits",
                advice: Failure.listAdvice(of: selection.itemClass)
            )
        }
        return selection.itemClass == .key
            ? try ofKey(selection, "0x" + digits) : try ofCertificate(selection, "0x" + digits)
    }

    private func ofKey(_ selection: ItemSelection, _ digits: String) throws -> ItemSelection {
        let all = ItemSelection(itemClass: .key, attributes: [:])
        let labels = try find(all, .attributes, interaction: .skip).compactMap {
            $0.attributes?[.applicationLabel]
        }
        // A key that requires user authentication is in no list, but its whole hash selects it.
        let whole = ByteText.parse(digits).map { AttributeValue.data(Data($0)) }
        let fitting = Set(labels.filter { Self.begins($0, with: digits) })
        guard fitting.count < 2 else { throw Self.severalHashes }
        guard let label = fitting.first ?? whole else {
            throw Failure(noneOf: selection.itemClass)
        }
        var selection = selection
        selection.attributes[.applicationLabel] = label
        return selection
    }

    private func ofCertificate(
        _ selection: ItemSelection,
        _ digits: String
    ) throws -> ItemSelection {
        let all = ItemSelection(itemClass: .certificate, attributes: [:])
        let stored = try find(all, [.attributes, .reference], interaction: .skip)
        let fitting = stored.filter { item in
            guard let certificate = ObjectList.certificate(item) else { return false }
            return [certificate.sha1Fingerprint, certificate.sha256Fingerprint].contains {
                Self.begins(.data(Data($0)), with: digits)
            }
        }
        guard Set(fitting.compactMap(ObjectList.certificate)).count < 2 else {
            throw Self.severalHashes
        }
        var selection = selection
        if let found = fitting.first?.attributes {
            selection.attributes[.issuer] = found[.issuer]
            selection.attributes[.serialNumber] = found[.serialNumber]
            return selection
        }
        func values(_ key: AttributeKey) -> [AttributeValue] {
            stored.compactMap { $0.attributes?[key] }
        }
        if let serial = values(.serialNumber).first(where: { Self.text($0) == digits }) {
            selection.attributes[.serialNumber] = serial
            return selection
        }
        let keys = Set(values(.publicKeyHash).filter { Self.begins($0, with: digits) })
        guard keys.count < 2 else { throw Self.severalHashes }
        guard let key = keys.first else { throw Failure(noneOf: selection.itemClass) }
        selection.attributes[.publicKeyHash] = key
        return selection
    }

    private static func text(_ value: AttributeValue) -> String? {
        if case .data(let data) = value { ByteText.hexadecimal(data) } else { nil }
    }

    private static func begins(_ value: AttributeValue, with digits: String) -> Bool {
        guard let text = Self.text(value) else { return false }
        return text == digits || digits.count >= fewestDigits + 2 && text.hasPrefix(digits)
    }

    private static var severalHashes: Failure {
        Failure(
            .severalItems,
            "several hashes begin with these digits",
            advice: "write more of them"
        )
    }

    /// Whether a list leaves out items of a selection because they require user authentication.
    package func leavesOut(_ selection: ItemSelection, _ returning: ReturnOptions) -> Bool {
        do throws(KeychainError) {
            _ = try find(selection, returning, interaction: .forbidden)
            return false
        } catch {
            return error.code.isInaccessible
        }
    }

    /// Shows a person which items a selection matches.
    package func showCandidates(_ selection: ItemSelection) throws(KeychainError) {
        try candidates(selection).shown.show()
    }

    /// The items that a selection matches, and their lines for a person.
    func candidates(_ selection: ItemSelection) throws(KeychainError) -> (
        items: [ListedItem], shown: ItemCandidates
    ) {
        var returning: ReturnOptions = [.attributes, .persistentReference]
        // The hash of a certificate is no attribute.
        let isCertified = selection.itemClass == .certificate || selection.itemClass == .identity
        if isCertified { returning.insert(.reference) }
        let found = try find(selection, returning, interaction: .skip)
        let items = found.map(ListedItem.init)
        let isOfObjects = selection.itemClass?.objectCommand != nil
        let hashes = isOfObjects ? found.map(ObjectList.shownHash) : []
        return (items, ItemCandidates(items, hashes: hashes))
    }
}

extension ItemClass {
    /// The word for keys, certificates or identities in commands; `nil` for passwords.
    var objectCommand: String? {
        switch self {
        case .key: "key"
        case .certificate: "certificate"
        case .identity: "identity"
        default: nil
        }
    }
}

extension Failure {
    /// The failure of a command whose selection matches nothing.
    ///
    /// - Parameter itemClass: The class of the selection, whose list the advice names.
    package init(noneOf itemClass: ItemClass?) {
        let general = Failure(KeychainError(.itemNotFound))
        self.init(general.status, general.problem, advice: Self.listAdvice(of: itemClass))
    }

    /// The advice to look at a list of the items of a class.
    static func listAdvice(of itemClass: ItemClass?) -> String {
        switch itemClass?.objectCommand {
        case "key": "'keychainctl key list' shows the keys"
        case "certificate": "'keychainctl certificate list' shows the certificates"
        case "identity": "'keychainctl identity list' shows the identities"
        default: "'keychainctl list' shows all items"
        }
    }
}
