internal import PortableKeychain

/// The attributes by which programs find an item on the bus: pairs of texts in the order of their
/// names.
///
/// Names and values are equal if their bytes are, because programs and other providers compare
/// bytes: texts of Swift are also equal if they differ in their Unicode form alone.
package struct SearchAttributes: Sendable {
    private var pairs: [(key: String, value: String)] = []

    /// Makes an empty set.
    package init() {}

    /// The value of a name; `nil` removes the pair.
    package subscript(name: String) -> String? {
        get { pairs.first { Self.same($0.key, name) }?.value }
        set {
            let place = pairs.firstIndex { !Self.precedes($0.key, name) } ?? pairs.endIndex
            let exists = place < pairs.endIndex && Self.same(pairs[place].key, name)
            switch (exists, newValue) {
            case (true, let value?): pairs[place].value = value
            case (true, nil): pairs.remove(at: place)
            case (false, let value?): pairs.insert((name, value), at: place)
            case (false, nil): break
            }
        }
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    /// Swift also orders by canonical equivalence, which can change.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    // MARK: Stored form

    /// The bytes of the attribute `gena`: names and values, each with its length in front (4 bytes,
    /// big-endian); equal for equal attributes.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in pairs {
            for text in [name, value] {
                withUnsafeBytes(of: UInt32(text.utf8.count).bigEndian) {
                    bytes.append(contentsOf: $0)
                }
                bytes.append(contentsOf: text.utf8)
            }
        }
        return bytes
    }

    /// Reads the bytes; `nil` if they have another form, because another program put them there.
    package init?(encoded bytes: [UInt8]) {
        let read = bytes.withUnsafeBytes { bytes -> SearchAttributes? in
            do throws(KeychainError) {
                var reader = ByteReader(bytes)
                var read = SearchAttributes()
                while reader.remaining > 0 {
                    let name = String(validating: try reader.sized(), as: UTF8.self)
                    let value = String(validating: try reader.sized(), as: UTF8.self)
                    guard let name, let value, read[name] == nil else { return nil }
                    read[name] = value
                }
                return read
            } catch {
                return nil
            }
        }
        guard let read else { return nil }
        self = read
    }
}

extension SearchAttributes: Equatable {
    /// Compares the bytes of all names and values.
    package static func == (left: Self, right: Self) -> Bool {
        left.pairs.elementsEqual(right.pairs) {
            same($0.key, $1.key) && same($0.value, $1.value)
        }
    }
}

extension SearchAttributes: RandomAccessCollection {
    package var startIndex: Int { pairs.startIndex }
    package var endIndex: Int { pairs.endIndex }
    package subscript(place: Int) -> (key: String, value: String) { pairs[place] }
}

extension SearchAttributes: ExpressibleByDictionaryLiteral {
    /// Makes a set from a literal; of two equal names, the last one counts.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }
}
