import PortableKeychain
import SafeText

@testable import ForeignFormats

/// An entry whose secrets can be compared and shown.
struct PlainEntry: Equatable {
    typealias Field = ForeignEntry.Detail

    var title = ""
    var address = ""
    var account = ""
    var password = ""
    var notes = ""
    var realm = ""
    var kind = ""
    var folder = ""
    var tags: [String] = []
    var details: [Field] = []
    var secrets: [Field] = []
}

extension PlainEntry {
    init(_ entry: ForeignEntry) {
        self.init(
            title: entry.title,
            address: entry.address,
            account: entry.account,
            password: SecretText.copy(entry.password) ?? "?",
            notes: SecretText.copy(entry.notes) ?? "?",
            realm: entry.realm,
            kind: entry.kind,
            folder: entry.folder,
            tags: entry.tags,
            details: entry.details,
            secrets: entry.secrets.map {
                Field(name: $0.name, value: SecretText.copy($0.value) ?? "?")
            }
        )
    }
}

extension SecretBytes {
    /// A file with this text.
    static func file(_ text: String) -> SecretBytes { SecretBytes(utf8: text) }

    /// A file with these bytes.
    static func file(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(bytes) }
}
