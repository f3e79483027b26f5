internal import ForeignFormats
internal import SafeText

/// The lines of a comment as texts of a KeePass entry.
struct KeePassDetails {
    private(set) var texts: [(name: String, value: String)] = []
    /// The address of the entry; empty if it has none.
    private(set) var address: String
    /// The date at which the entry expires, in seconds since 1970.
    private(set) var expires: Double?

    private static let addressLine = "URL"
    private static let expiryLine = "Expires"

    /// Finds the text for each line; `nil` where an import would not give back the same lines, such as two of one
    /// name.
    ///
    /// An import writes the date after all texts, and after that the address of an entry without a server.
    init?(_ comment: CommentParts, of place: ItemPlace) {
        var lines = comment.details
        address = place.address
        if address.isEmpty, let last = lines.last, last.name == Self.addressLine {
            // By its service the item stays one without a server.
            address = last.value
            guard !place.service.isEmpty else { return nil }
            guard address != place.service else { return nil }
            guard isAddress(address) else { return nil }
            lines.removeLast()
        }
        if let last = lines.last, last.name == Self.expiryLine,
            let date = ForeignDate.written(last.value)
        {
            expires = date
            lines.removeLast()
        }
        var taken: Set<String> = []
        var others = 0
        for (name, value) in lines {
            guard name != Self.addressLine else {
                guard (try? ForeignAddress(address)) != nil else { return nil }
                guard isAddress(value) else { return nil }
                guard value != address else { return nil }
                let number = others == 0 ? "" : "_\(others)"
                texts.append((KeePassName.otherAddress + number, value))
                others += 1
                continue
            }
            guard !KeePassName.hasMeaning(name) else { return nil }
            guard XMLText.holds(name) else { return nil }
            guard XMLText.holds(value) else { return nil }
            guard taken.insert(name).inserted else { return nil }
            texts.append((name, value))
        }
    }

    /// Whether an import takes a text as an address: it refuses one with an impossible port.
    private func isAddress(_ text: String) -> Bool {
        do { _ = try ForeignAddress(text) } catch { return false }
        return true
    }
}
