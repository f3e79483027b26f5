internal import PortableKeychain
internal import SafeText

/// An element of an XML document (XML 1.0) without document type: what programs export.
///
/// There is no way to declare an entity, so none can grow, and nothing outside the file is read.
struct XMLTree {
    let name: String
    var attributes: [String: String] = [:]
    var children: [XMLTree] = []
    /// All text directly in it, which may be secret.
    var text = SecretBytes([])

    /// The same text as an ordinary copy, which nothing zeroes: for names.
    var string: String { SecretText.copy(text) ?? "" }

    /// The first child of a name.
    subscript(_ name: String) -> XMLTree? { children.first { $0.name == name } }

    /// All children of a name.
    func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// Reads a document.
    ///
    /// - Throws: ``FormatProblem`` for malformed XML, document types, and what nests too deeply.
    init(document file: SecretBytes) throws(FormatProblem) {
        let start = try ForeignText.start(of: file)
        self = try file.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = XMLReader(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return try reader.document()
        }
    }

    init(name: String) { self.name = name }
}
