internal import PortableKeychain

/// The attributes of an item on the bus, as the bytes of the attribute `gena`: names and values in
/// the order of the names, each with its length in front (4 bytes, big-endian).
package enum AttributePairs {
    /// The bytes: equal for equal attributes.
    package static func encoded(_ pairs: [String: String]) -> [UInt8] {
        var bytes: [UInt8] = []
        // By their bytes: Swift also orders by canonical equivalence, which can change.
        for (name, value) in pairs.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        ) {
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
    package static func decoded(_ bytes: [UInt8]) -> [String: String]? {
        bytes.withUnsafeBytes { bytes in
            do throws(KeychainError) {
                var reader = ByteReader(bytes)
                var pairs: [String: String] = [:]
                while reader.remaining > 0 {
                    let name = String(validating: try reader.sized(), as: UTF8.self)
                    let value = String(validating: try reader.sized(), as: UTF8.self)
                    guard let name, let value, pairs.updateValue(value, forKey: name) == nil else {
                        return nil
                    }
                }
                return pairs
            } catch {
                return nil
            }
        }
    }
}
