/// The attributes of a found item, as they were stored and with the additions of answers, decoded
/// when they are asked for (item-semantics.md §2.4).
///
/// Checked whole when they are made, so that decoding cannot fail later. `@unchecked Sendable`: its
/// bytes are written only while it is made and when they are released.
final class OpenedAttributes: EncodedAttributes, @unchecked Sendable {
    private let form: ShownForm
    private let bytes: ManagedBuffer<Int, UInt8>

    /// Stored attributes, zeroed after their last use.
    private final class Bytes: ManagedBuffer<Int, UInt8> {
        deinit {
            withUnsafeMutablePointers { count, start in
                SecretBytes.zero(UnsafeMutableRawBufferPointer(start: start, count: count.pointee))
            }
        }
    }

    /// Copies the attributes of an opened row.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for attributes that are malformed.
    init(_ view: AttributeView, _ form: ShownForm) throws(KeychainError) {
        var hasGroup = false
        try view.forEach { key, value throws(KeychainError) in
            try value.check()
            if key == .accessGroup { hasGroup = value.isText }
        }
        guard hasGroup else { throw PlainItem.groupIsMissing }
        self.form = form
        let stored = view.encoded
        bytes = Bytes.create(minimumCapacity: stored.count) { _ in stored.count }
        super.init()
        bytes.withUnsafeMutablePointerToElements {
            UnsafeMutableRawBufferPointer(start: $0, count: stored.count).copyMemory(from: stored)
        }
    }

    private init(_ bytes: ManagedBuffer<Int, UInt8>, _ form: ShownForm) {
        (self.bytes, self.form) = (bytes, form)
        super.init()
    }

    override func value(_ key: AttributeKey) -> AttributeValue? {
        lendingView { view in
            var pass = AttributeView.Pass(view)
            return value(key, in: &pass)
        }
    }

    override func forEach(of keys: [AttributeKey], _ body: (AttributeKey, AttributeValue) -> Void) {
        lendingView { view in
            var pass = AttributeView.Pass(view)
            for key in keys {
                if let value = value(key, in: &pass) { body(key, value) }
            }
        }
    }

    private func value(_ key: AttributeKey, in pass: inout AttributeView.Pass) -> AttributeValue? {
        guard form.isVisible(key) else { return nil }
        // Most attributes that lists ask for are stored, and have no addition that replaces them.
        if !ClassSchema.replaced.contains(key),
            let (type, bytes) = (try? pass.find(key)) ?? nil,
            let value = try? AttributeCoding.value(type.rawValue, bytes)
        {
            return value
        }
        return form.schema.addition(for: key).flatMap(form.value)
    }

    override var all: ItemAttributes {
        lendingView { view in
            var shown = ShownAttributes(form)
            try? view.forEach { key, value throws(KeychainError) in
                if shown.takes(key) { shown.add(key, try value.decoded()) }
            }
            return shown.finished()
        }
    }

    override var withProtectionSaidOnce: EncodedAttributes? {
        var form = form
        form.saysProtectionOnce = true
        return OpenedAttributes(bytes, form)
    }

    private func lendingView<R>(_ body: (AttributeView) -> R) -> R {
        bytes.withUnsafeMutablePointers { count, start in
            body(AttributeView(UnsafeRawBufferPointer(start: start, count: count.pointee)))
        }
    }
}
