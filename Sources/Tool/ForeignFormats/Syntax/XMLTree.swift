internal import PortableKeychain
internal import SafeText

/// An element of a parsed XML document (XML 1.0) without a document type.
///
/// Exports do not need document types, and without them entities cannot be declared. So entities
/// cannot expand to huge texts, and nothing outside the file is read.
struct XMLTree {
    let name: String
    var attributes: [String: String] = [:]
    var children: [XMLTree] = []
    /// The text directly in the element, which may be secret.
    var text = Self.noText

    /// Shared, because most elements have no text, and each secret is an object.
    static let noText = SecretBytes([])

    /// The same text as an ordinary copy, which is not zeroed: for names.
    var string: String { SecretText.copy(text) ?? "" }

    /// The first child with a name.
    subscript(_ name: String) -> XMLTree? { children.first { $0.name == name } }

    /// All children with a name.
    func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - file: The document.
    ///   - outline: The name of elements whose children are kept without their content.
    ///   - limit: The maximum number of elements and attributes.
    ///   - texts: Texts that are encrypted; `nil` to keep them as they are.
    /// - Throws: ``FormatProblem`` for malformed XML, document types, too deep nesting, and too many
    ///   elements.
    init(
        document file: SecretBytes,
        outlining outline: String? = nil,
        atMost limit: Int = FormatLimits.elements,
        revealing texts: ProtectedTexts? = nil
    ) throws(FormatProblem) {
        let start = try ForeignText.start(of: file)
        self = try file.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = XMLReader(
                UnsafeRawBufferPointer(rebasing: bytes[start...]),
                outlining: outline,
                atMost: limit,
                revealing: texts
            )
            return try reader.document()
        }
    }

    init(name: String) { self.name = name }
}
