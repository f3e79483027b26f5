package import PortableKeychain
internal import SafeText

/// Reads the output of `secret-tool search --all`: several items, each with its secret.
///
/// A secret can contain anything, also what looks like the next item. So a listing is only believed
/// if each of the expected items begins at exactly one place.
package enum SecretServiceListing {
    /// The secret of one of the items.
    ///
    /// - Parameters:
    ///   - path: The object path of the item.
    ///   - label: Its label.
    ///   - paths: The object paths of all items that are listed.
    ///   - listing: The output of the program.
    /// - Returns: The secret, or `nil` if its end is not certain.
    package static func secret(
        of path: String,
        labelled label: String,
        among paths: [String],
        in listing: SecretBytes
    ) -> SecretBytes? {
        listing.withUnsafeBytes { bytes in
            var starts: [(path: String, range: Range<Int>)] = []
            for path in paths {
                let found = headings(of: path, in: bytes)
                guard found.count == 1 else { return nil }
                starts.append((path, found[0]))
            }
            starts.sort { $0.range.lowerBound < $1.range.lowerBound }
            guard let index = starts.firstIndex(where: { $0.path == path }) else { return nil }
            let isLast = index + 1 == starts.count
            let end = isLast ? bytes.count : starts[index + 1].range.lowerBound
            let head = "label = \(label)\nsecret = "
            let start = starts[index].range.upperBound
            guard bytes[start..<end].starts(with: head.utf8),
                let last = beginningOfDates(bytes, before: end),
                start + head.utf8.count <= last
            else { return nil }
            return SecretText.part(of: listing, start + head.utf8.count..<last)
        }
    }

    /// The places of the line with which an item begins, such as `[/3]` or `[/org/…/3]`.
    private static func headings(
        of path: String,
        in bytes: UnsafeRawBufferPointer
    ) -> [Range<Int>] {
        let number = path.lastIndex(of: "/").map { String(path[$0...]) } ?? path
        var found: [Range<Int>] = []
        for line in Set(["[\(path)]\n", "[\(number)]\n"]) {
            let line = Array(line.utf8)
            for place in bytes.indices where bytes[place] == line[0] {
                let isStart = place == 0 || bytes[place - 1] == UInt8(ascii: "\n")
                if isStart, bytes[place...].starts(with: line) {
                    found.append(place..<place + line.count)
                }
            }
        }
        return found
    }

    /// The place of the lines after a secret: two with dates, and sometimes one with a schema;
    /// `nil` if they are not there.
    ///
    /// Whether the program prints the schema depends on which of its answers from the service comes
    /// first (libsecret 0.20.5, on a busy machine).
    private static func beginningOfDates(_ bytes: UnsafeRawBufferPointer, before end: Int) -> Int? {
        if let dates = beginning(ofDatesEndingAt: end, bytes) { return dates }
        guard end > 0, bytes[end - 1] == UInt8(ascii: "\n"),
            let newline = bytes[..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")),
            bytes[(newline + 1)..<end].starts(with: "schema = ".utf8)
        else { return nil }
        return beginning(ofDatesEndingAt: newline + 1, bytes)
    }

    private static func beginning(
        ofDatesEndingAt end: Int,
        _ bytes: UnsafeRawBufferPointer
    ) -> Int? {
        let pattern = "\ncreated = 0000-00-00 00:00:00\nmodified = 0000-00-00 00:00:00\n".utf8
        let start = end - pattern.count
        guard start >= 0 else { return nil }
        let isOne = zip(bytes[start..<end], pattern).allSatisfy { byte, expected in
            expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected
        }
        return isOne ? start : nil
    }
}
