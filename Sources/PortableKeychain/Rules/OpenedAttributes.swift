/// The attributes of a found item, as they were stored and with what answers add to them, decoded
/// when they are asked for (item-semantics.md §2.4).
///
/// Checked whole when they are made, so that decoding cannot fail later.
final class OpenedAttributes: EncodedAttributes, @unchecked Sendable {
    private let form: ShownForm
    private let bytes: Bytes

    /// Stored attributes, zeroed after their last use.
    private final class Bytes: @unchecked Sendable {
        // Sendable: written only before and after there are other references.
        private let start: UnsafeMutableRawPointer
        private let count: Int

        init(_ bytes: UnsafeRawBufferPointer) {
            count = bytes.count
            start = .allocate(byteCount: count, alignment: 1)
            UnsafeMutableRawBufferPointer(start: start, count: count).copyMemory(from: bytes)
        }

        deinit {
            SecretBytes.zero(UnsafeMutableRawBufferPointer(start: start, count: count))
            start.deallocate()
        }

        var lent: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
    }

    /// Copies the attributes of an opened row.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for attributes that are malformed.
    init(_ view: AttributeView, _ form: ShownForm) throws(KeychainError) {
        try view.check()
        guard let (type, _) = try view.find(.accessGroup), type == .string else {
            throw PlainItem.groupIsMissing
        }
        self.form = form
        bytes = Bytes(view.encoded)
        super.init()
    }

    private init(_ bytes: Bytes, _ form: ShownForm) {
        (self.bytes, self.form) = (bytes, form)
        super.init()
    }

    private var view: AttributeView { AttributeView(bytes.lent) }

    override func value(_ key: AttributeKey) -> AttributeValue? {
        guard form.isVisible(key) else { return nil }
        let addition = form.addition(for: key)
        if let addition, !addition.isStandard { return form.value(addition) }
        if let stored = try? view.find(key) {
            return try? AttributeCoding.value(stored.type.rawValue, stored.bytes)
        }
        return addition.flatMap(form.value)
    }

    override var all: ItemAttributes {
        var shown = ShownAttributes(form)
        try? view.forEach { key, value throws(KeychainError) in
            if shown.takes(key) { shown.add(key, try value.decoded()) }
        }
        return shown.finished()
    }

    override var withoutAccessControl: EncodedAttributes? {
        var form = form
        form.givesAccessControl = false
        return OpenedAttributes(bytes, form)
    }
}
