/// Encodes persistent references: the four letters of the class and the item's identifier
/// (item-semantics.md §2.5).
enum PersistentReferenceCoding {
    private static let classLength = 4
    private static let identifierLength = 16

    static func encode(
        _ itemClass: ItemClass,
        _ identifier: some Collection<UInt8>
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(classLength + identifierLength)
        bytes.append(contentsOf: itemClass.rawValue.utf8)
        bytes.append(contentsOf: identifier)
        return bytes
    }

    /// Reads a reference.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` for bytes that are not the reference of any item.
    static func decode(
        _ bytes: [UInt8]
    ) throws(KeychainError) -> (itemClass: ItemClass, identifier: [UInt8]) {
        let itemClass = ItemClass(
            rawValue: String(decoding: bytes.prefix(classLength), as: UTF8.self)
        )
        let known: [ItemClass] = [
            .genericPassword, .internetPassword, .certificate, .key, .identity,
        ]
        guard bytes.count == classLength + identifierLength, known.contains(itemClass) else {
            throw KeychainError(
                .itemNotFound,
                reason: "The persistent reference has another form than those of this keychain."
            )
        }
        return (itemClass, Array(bytes.dropFirst(classLength)))
    }

    /// The text form of an identifier.
    static func uuid(_ identifier: [UInt8]) -> String {
        var text = ""
        for (index, byte) in identifier.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            let hex = String(byte, radix: 16, uppercase: true)
            text += hex.count == 1 ? "0" + hex : hex
        }
        return text
    }
}
