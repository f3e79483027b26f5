internal import PortableKeychain

/// The attributes by which programs find an item on the bus: pairs of texts in the order of their
/// names.
///
/// Names and values are equal if their bytes are, because programs and other providers compare
/// bytes: texts of Swift are also equal if they differ in their Unicode form alone.
package struct SearchAttributes: Sendable {
    private var pairs: [(key: String, value: String)] = []

    /// Makes a set of pairs; of two equal names, the last one counts.
    package init(_ elements: [(key: String, value: String)]) {
        // A program can send a million pairs, so they are sorted once and not put in one by one.
        let order = elements.indices.sorted { left, right in
            let (former, latter) = (elements[left].key, elements[right].key)
            return former.hasSameBytes(as: latter) ? left < right : Self.precedes(former, latter)
        }
        pairs.reserveCapacity(order.count)
        for place in order {
            if let last = pairs.last, last.key.hasSameBytes(as: elements[place].key) {
                pairs.removeLast()
            }
            pairs.append(elements[place])
        }
    }

    /// The value of a name; `nil` if it is not there.
    package subscript(name: String) -> String? {
        var (start, end) = (pairs.startIndex, pairs.endIndex)
        while start < end {
            let middle = (start + end) / 2
            if Self.precedes(pairs[middle].key, name) { start = middle + 1 } else { end = middle }
        }
        guard start < pairs.endIndex, pairs[start].key.hasSameBytes(as: name) else { return nil }
        return pairs[start].value
    }

    /// Swift also orders by canonical equivalence, which can change.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// The pairs that tell items apart: without the schema of items of no special kind.
    ///
    /// gnome-keyring adds it to items that were stored without a schema, when it reads its keyring the next time.
    package var distinctive: SearchAttributes {
        let (name, general) = ("xdg:schema", "org.freedesktop.Secret.Generic")
        guard self[name]?.hasSameBytes(as: general) == true else { return self }
        return SearchAttributes(pairs.filter { !$0.key.hasSameBytes(as: name) })
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
                var pairs: [(key: String, value: String)] = []
                while reader.remaining > 0 {
                    let name = String(validating: try reader.sized(), as: UTF8.self)
                    let value = String(validating: try reader.sized(), as: UTF8.self)
                    guard let name, let value else { return nil }
                    pairs.append((name, value))
                }
                let read = SearchAttributes(pairs)
                return read.count == pairs.count ? read : nil
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
            $0.key.hasSameBytes(as: $1.key) && $0.value.hasSameBytes(as: $1.value)
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
        self.init(elements.map { ($0, $1) })
    }
}
