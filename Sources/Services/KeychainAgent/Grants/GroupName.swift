internal import PortableKeychain

/// An access group, compared by its bytes: strings of Swift are also equal in another normal form,
/// and consent to one group would be consent to another.
struct GroupName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
