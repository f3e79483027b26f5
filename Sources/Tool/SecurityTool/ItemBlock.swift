@_spi(Keepers) internal import PortableKeychain
internal import KeychainEssentials

/// The output of `security` for an item: its keychain, and one line for each attribute.
struct ItemBlock {
    let item: ItemAnswer.Item
    let path: String

    /// The version of keychain files that macOS creates.
    private static let version = 512

    /// The lines, ending with a newline.
    var text: String {
        let kind = Self.kind(item)
        let attributes = item.attributes ?? [:]
        let lines = kind.columns.map { column in
            let value = column.bytes(attributes)
            let shown = value.map { BufferForm.text($0) } ?? "<NULL>"
            return "    \(BufferForm.text(column.tag))<\(column.format)>=\(shown)\n"
        }
        return "keychain: \(BufferForm.text(path.utf8))\nversion: \(Self.version)\n"
            + "class: \(BufferForm.text(kind.name))\nattributes:\n" + lines.joined()
    }

    private static func kind(_ item: ItemAnswer.Item) -> (name: [UInt8], columns: [BlockColumn]) {
        switch item.itemClass {
        case .internetPassword: (Array("inet".utf8), BlockColumn.internetPassword)
        // Records of certificates and keys have numbers instead of names (CSSM_DL_DB_RECORD_…).
        case .certificate, .identity: (BufferForm.bytes(0x8000_1000), BlockColumn.certificate)
        case .key:
            (BufferForm.bytes(item.isPrivateKey ? 0x10 : 0x0F), BlockColumn.key)
        default: (Array("genp".utf8), BlockColumn.genericPassword)
        }
    }
}

extension ItemAnswer.Item {
    /// Whether the item is the private half of a key.
    var isPrivateKey: Bool {
        guard case .number(let half) = attributes?[.keyClass] else { return false }
        return String(half) == KeyClass.privateKey.rawValue
    }
}
