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
        var pass = Pass(self)
        return try pass.find(key)
    }

    /// One pass over the attributes, which finds several of them in the order of their keys.
    struct Pass {
        private let encoded: UnsafeRawBufferPointer
        /// The place of the next attribute, and the number of those from there on.
        private var place = 2
        private var left = 0
        private var last: UInt32 = 0

        init(_ view: AttributeView) { encoded = view.encoded }

        /// The type and bytes of an attribute; valid as long as the view.
        ///
        /// A key before the last one begins a new pass.
        mutating func find(
            _ key: AttributeKey
        ) throws(KeychainError) -> (type: AttributeCoding.ValueType, bytes: UnsafeRawBufferPointer)?
        {
            if key.code <= last || place == 2 {
                var reader = ByteReader(encoded)
                (place, left) = (2, Int(try reader.integer(UInt16.self)))
            }
            last = key.code
            while left > 0 {
                let entry = try Entry(encoded, at: place)
                // Keys are sorted, so a greater one ends the search.
                guard entry.code <= key.code else { return nil }
                (place, left) = (entry.end, left - 1)
                guard entry.code == key.code else { continue }
                guard let type = AttributeCoding.ValueType(rawValue: entry.type) else {
                    throw KeychainError(.corrupt)
                }
                return (type, entry.content)
            }
            return nil
        }
    }

    /// One stored attribute: key, type, length and content.
    ///
    /// Lists look for ten attributes of each item, and a reader of each number in turn takes three
    /// times as long.
    private struct Entry {
        let code: UInt32
        let type: UInt8
        let content: UnsafeRawBufferPointer
        /// The place of the next one.
        let end: Int

        @inline(__always)
        init(_ encoded: UnsafeRawBufferPointer, at place: Int) throws(KeychainError) {
            let start = place + 9
            guard encoded.count >= start else { throw ByteReader.malformed }
            code = UInt32(bigEndian: encoded.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            type = encoded[place + 4]
            let length = encoded.loadUnaligned(fromByteOffset: place + 5, as: UInt32.self)
            end = start + Int(UInt32(bigEndian: length))
            guard encoded.count >= end else { throw ByteReader.malformed }
            content = UnsafeRawBufferPointer(rebasing: encoded[start..<end])
        }
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
        let count = try reader.integer(UInt16.self)
        var (place, last) = (2, -1)
        for _ in 0..<count {
            let entry = try Entry(encoded, at: place)
            guard last < Int(entry.code) else { throw AttributeCoding.malformed }
            (place, last) = (entry.end, Int(entry.code))
            try body(AttributeKey(code: entry.code), Value(type: entry.type, bytes: entry.content))
        }
        guard place == encoded.count else { throw ByteReader.malformed }
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
