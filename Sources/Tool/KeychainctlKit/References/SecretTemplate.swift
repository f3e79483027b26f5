package import PortableKeychain
internal import SafeText

/// A text in which references stand for secrets: `{{ keychain:service/account }}`.
///
/// Other braces stay as they are, so templates of other programs can have references too. The text
/// itself may contain secrets, so it is kept like one.
package struct SecretTemplate {
    /// A stretch of the text, or a reference in its place.
    private enum Piece {
        case text(Range<Int>)
        case reference(SecretReference, line: Int)
    }

    /// The longest text between braces that can be a reference, in bytes.
    private static let longestReference = 4096

    private let source: SecretBytes
    private var pieces: [Piece] = []

    /// Finds the references in a text.
    ///
    /// - Throws: ``Failure`` for a malformed reference, with its line.
    package init(_ source: SecretBytes) throws(Failure) {
        self.source = source
        pieces = try source.withUnsafeBytes { bytes throws(Failure) in try Self.pieces(of: bytes) }
    }

    /// The text with secrets in the places of references; a secret is looked up once.
    ///
    /// - Throws: ``Failure`` for the first secret that cannot be read.
    package func filled(from items: Items) throws(Failure) -> SecretBytes {
        // By their bytes: equal strings of Swift can be the names of two items.
        var known: [[UInt8]: SecretBytes] = [:]
        var result: [SecretText.Piece] = []
        for piece in pieces {
            switch piece {
            case .text(let range): result.append(.secret(SecretText.part(of: source, range)))
            case .reference(let reference, let line):
                let name = Array(reference.text.utf8)
                if known[name] == nil {
                    known[name] = try items.secret(reference, for: "line \(line)")
                }
                if let secret = known[name] { result.append(.secret(secret)) }
            }
        }
        return SecretText.joined(result)
    }

    private static func pieces(of text: UnsafeRawBufferPointer) throws(Failure) -> [Piece] {
        var pieces: [Piece] = []
        var (start, line) = (0, 1)
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "\n") { line += 1 }
            guard let (name, end) = reference(in: text, at: place) else {
                place += 1
                continue
            }
            let found: SecretReference
            do throws(Failure) {
                found = try SecretReference(name)
            } catch {
                throw error.about("line \(line)")
            }
            pieces += [.text(start..<place), .reference(found, line: line)]
            (start, place) = (end, end)
        }
        return pieces + [.text(start..<text.count)]
    }

    /// The reference in braces that begin at a place, and the place after them.
    private static func reference(
        in text: UnsafeRawBufferPointer,
        at place: Int
    ) -> (name: String, end: Int)? {
        guard text[place...].starts(with: "{{".utf8) else { return nil }
        let inside = text[(place + 2)...].prefix(longestReference)
            .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "}") }
        let end = inside.endIndex
        guard text[end...].starts(with: "}}".utf8) else { return nil }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var name = inside.drop(while: isBlank)
        while let last = name.last, isBlank(last) { name.removeLast() }
        guard name.starts(with: SecretReference.scheme.utf8),
            let result = String(validating: name, as: UTF8.self)
        else { return nil }
        return (result, end + 2)
    }
}
