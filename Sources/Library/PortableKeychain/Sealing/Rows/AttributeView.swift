/// The attributes of an opened row, read in place without decoding them.
///
/// Most rows that a search opens are compared by a few attributes, so decoding all would be wasted.
/// The view is valid only while the row is open: it points into memory that is zeroed afterwards.
/// Decode it with ``decoded()`` to keep the attributes.
struct AttributeView {
    /// All attributes as they are stored; valid as long as the view.
    let encoded: UnsafeRawBufferPointer

    init(_ encoded: UnsafeRawBufferPointer) { self.encoded = encoded }

    /// The type and bytes of one attribute; valid as long as the view.
    func find(
        _ key: AttributeKey
    ) throws(KeychainError) -> (type: AttributeCoding.ValueType, bytes: UnsafeRawBufferPointer)? {
        var reader = ByteReader(encoded)
        let count: UInt16 = try reader.integer()
        var place = 2
        for _ in 0..<count {
            // Key, type and length. Lists look for ten attributes of each item, and a reader of each
            // number in turn takes three times as long.
            guard encoded.count - place >= 9 else { throw ByteReader.malformed }
            let code = UInt32(
                bigEndian: encoded.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            )
            let type = encoded[place + 4]
            let length = Int(
                UInt32(bigEndian: encoded.loadUnaligned(fromByteOffset: place + 5, as: UInt32.self))
            )
            place += 9
            guard encoded.count - place >= length else { throw ByteReader.malformed }
            defer { place += length }
            // Keys are sorted, so a greater one ends the search.
            guard code <= key.code else { return nil }
            guard code == key.code else { continue }
            let content = UnsafeRawBufferPointer(rebasing: encoded[place..<place + length])
            guard let type = AttributeCoding.ValueType(rawValue: type) else {
                throw KeychainError(.corrupt)
            }
            return (type, content)
        }
        return nil
    }

    /// One value, not yet decoded; valid as long as the view.
    struct Value {
        fileprivate let type: UInt8
        fileprivate let bytes: UnsafeRawBufferPointer

        func decoded() throws(KeychainError) -> AttributeValue {
            try AttributeCoding.value(type, bytes)
        }

        var isText: Bool { type == AttributeCoding.ValueType.string.rawValue }

        /// Refuses a value that cannot be decoded.
        func check() throws(KeychainError) { try AttributeCoding.check(type, bytes) }
    }

    /// Calls a body with all attributes in the order of their keys.
    func forEach(
        _ body: (AttributeKey, Value) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var reader = ByteReader(encoded)
        var last: AttributeKey?
        for _ in 0..<(try reader.integer(UInt16.self)) {
            let key = AttributeKey(code: try reader.integer())
            if let last, last >= key { throw AttributeCoding.malformed }
            last = key
            let type: UInt8 = try reader.integer()
            try body(key, Value(type: type, bytes: try reader.sized()))
        }
        try reader.finish()
    }

    /// All attributes.
    func decoded() throws(KeychainError) -> ItemAttributes {
        var attributes = ItemAttributes()
        // Most items have fewer, and answers add some that are not stored.
        attributes.reserveCapacity(16)
        try forEach { key, value throws(KeychainError) in
            attributes.append(key, try value.decoded())
        }
        return attributes
    }
}
