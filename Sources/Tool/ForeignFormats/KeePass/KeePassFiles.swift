internal import PortableKeychain
internal import SafeText

/// The files that are attached to entries of a KeePass database.
///
/// Entries refer to them by number, and several can refer to one. A file, and all that were given out
/// together, are limited, because a few bytes can be unpacked to many and be referred to often.
struct KeePassFiles {
    /// The place of a file's content.
    private enum Place {
        case range(Range<Int>)
        case element(XMLTree)
    }

    private let places: [String: Place]
    /// The bytes to which ranges refer.
    private let source: SecretBytes
    /// Whether protected texts in the XML have been decrypted.
    private let areRevealed: Bool
    /// The number of bytes that can still be given out.
    private var budget = FormatLimits.file
    /// The number of files that were too large.
    private(set) var omitted = 0
    /// The number of files to which entries refer, and which are nowhere: some exports have none.
    private(set) var missing = 0

    /// The files in the inner header of KDBX 4, where their order numbers them.
    init(_ content: SecretBytes, _ ranges: [Range<Int>]) {
        let numbered = ranges.enumerated().map { ("\($0.offset)", Place.range($0.element)) }
        places = Dictionary(uniqueKeysWithValues: numbered)
        source = content
        areRevealed = true
    }

    /// The files in XML, as exports and KDBX 3.1 have them.
    ///
    /// - Parameters:
    ///   - list: The element of the files; `nil` if there is none.
    ///   - areRevealed: Whether protected texts in the XML have been decrypted.
    init(_ list: XMLTree?, areRevealed: Bool) {
        let elements = list?.all("Binary").compactMap { element in
            element.attributes["ID"].map { ($0, Place.element(element)) }
        }
        places = Dictionary(elements ?? []) { first, _ in first }
        source = XMLTree.noText
        self.areRevealed = areRevealed
    }

    /// The content of a file that an entry has.
    ///
    /// - Parameter value: The element that refers to it, or holds it.
    /// - Returns: The content; `nil` for a file that is missing or too large, or with which all
    ///   would be too large.
    /// - Throws: ``FormatProblem`` if the file is damaged.
    mutating func content(of value: XMLTree?) throws(FormatProblem) -> SecretBytes? {
        guard let value, let place = place(of: value) else {
            missing += 1
            return nil
        }
        return try content(place)
    }

    private func place(of value: XMLTree) -> Place? {
        guard let number = value.attributes["Ref"] else { return .element(value) }
        return places[number]
    }

    private mutating func content(_ place: Place) throws(FormatProblem) -> SecretBytes? {
        switch place {
        case .range(let range):
            return takes(range.count) ? SecretText.part(of: source, range) : nil
        case .element(let element):
            let isRaw =
                areRevealed
                && ProtectedTexts.isTrue(element.attributes[ProtectedTexts.replacement])
            guard let bytes = isRaw ? element.text : Base64.decoded(element.text) else {
                throw FormatProblem("an attached file is not Base64")
            }
            guard ProtectedTexts.isTrue(element.attributes["Compressed"]), !isRaw else {
                return takes(bytes.count) ? bytes : nil
            }
            guard takes(try GzipStream.size(of: bytes)) else { return nil }
            return try GzipStream.content(of: bytes, atMost: FormatLimits.attachment)
        }
    }

    /// Takes bytes from the budget; returns whether there were enough.
    private mutating func takes(_ count: Int) -> Bool {
        guard count <= min(FormatLimits.attachment, budget) else {
            omitted += 1
            return false
        }
        budget -= count
        return true
    }
}
