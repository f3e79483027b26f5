internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

extension SecurityVerb {
    /// The verb that shows all items.
    static let dump = SecurityVerb(
        name: "dump-keychain",
        summary: "Show all items; without -d, items that require user authentication are omitted.",
        options: [
            .flag("a", "Show lists of trusted programs.", .refused(programs)),
            .flag("d", "Also show passwords."),
            .flag("i", "Change lists of trusted programs.", .refused(programs)),
            .flag("r", "Show encrypted data.", .refused("encrypted data is not readable")),
            .value("o", "file", "Write to this file."),
        ],
        operands: "[keychain...]",
        function: "SecKeychainSearchCopyNext"
    ) { call in
        let showsData = call.has("d")
        let everything: [ItemClass] = [.genericPassword, .internetPassword, .key, .certificate]
        var text = ""
        for keychain in try SecurityKeychains.toSearch(call.operands, call).opened {
            let items = Items(keychain: keychain)
            for itemClass in everything {
                let isPassword = itemClass == .genericPassword || itemClass == .internetPassword
                let found = try items.find(
                    ItemSelection(itemClass: itemClass, attributes: [:]),
                    showsData && isPassword ? [.attributes, .data] : .attributes,
                    interaction: showsData ? .allowed : .skip
                )
                for item in found {
                    text += FoundItem(item: item, items: items).block
                    guard showsData, isPassword else { continue }
                    let data = item.secret?.withUnsafeBytes { BufferForm.text($0) } ?? ""
                    text += "data:\n\(data)\n"
                }
            }
        }
        try OutputFile.write(text, to: call.text("o"))
    }
}
