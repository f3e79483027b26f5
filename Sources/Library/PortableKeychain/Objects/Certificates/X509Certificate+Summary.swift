internal import SwiftASN1

extension X509Certificate {
    /// The last common name of the subject; `nil` when it has no common name.
    public var commonName: String? { subjectName.texts(.commonName).last }

    /// The e-mail addresses: those of the alternative names, then those of the subject.
    public var emailAddresses: [String] {
        extensions.emailAddresses + subjectName.texts(.nameEmailAddress)
    }

    /// A short name of the subject for lists (item-semantics.md §6.5); `nil` when it has no text.
    public var subjectSummary: String? {
        let summary = subjectName.summary
        if summary?.isCommonName != true, let address = emailAddresses.first ?? dnsNames.first {
            return address
        }
        return summary?.text
    }

    /// A short name of the issuer for lists; `nil` when it has no text.
    public var issuerSummary: String? { issuerName.summary?.text }
}

extension DistinguishedName {
    /// The most telling kind of text in the name: common names, units, organizations, or anything
    /// can be read; several of one kind with the last first.
    fileprivate var summary: (text: String, isCommonName: Bool)? {
        let kinds: [ASN1ObjectIdentifier] = [.commonName, .organizationalUnit, .organization]
        for kind in kinds {
            let texts = texts(kind)
            guard !texts.isEmpty else { continue }
            let text = texts.reversed().joined(separator: ", ")
            guard kind == .commonName else { return (text, false) }
            let descriptions = self.texts(.nameDescription).reversed().joined(separator: ", ")
            return (descriptions.isEmpty ? text : "\(text) (\(descriptions))", true)
        }
        let texts = parts.compactMap(\.text)
        return texts.isEmpty ? nil : (texts.reversed().joined(separator: ", "), false)
    }
}
