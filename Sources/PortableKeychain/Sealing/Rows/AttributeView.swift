/// The attributes of an opened row, read in place without decoding them.
///
/// Most rows that a search opens are compared by a few attributes, so decoding all would be wasted.
/// The view is valid only while the row is open: it points into memory that is zeroed afterwards.
/// Decode it with ``decoded()`` to keep the attributes.
struct AttributeView {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The type and bytes of one attribute; valid as long as the view.
    func find(
        _ key: AttributeKey
    ) throws(KeychainError) -> (type: AttributeCoding.ValueType, bytes: UnsafeRawBufferPointer)? {
        var reader = ByteReader(bytes)
        for _ in 0..<(try reader.integer(UInt16.self)) {
            let code: UInt32 = try reader.integer()
            let type: UInt8 = try reader.integer()
            let content = try reader.sized()
            // Keys are sorted, so a greater one ends the search.
            guard code <= key.code else { return nil }
            guard code == key.code else { continue }
            guard let type = AttributeCoding.ValueType(rawValue: type) else {
                throw KeychainError(.corrupt)
            }
            return (type, content)
        }
        return nil
    }

    /// All attributes.
    func decoded() throws(KeychainError) -> ItemAttributes {
        var reader = ByteReader(bytes)
        let attributes = try AttributeCoding.decode(from: &reader)
        try reader.finish()
        return attributes
    }
}
