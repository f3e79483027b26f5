/// The limits for imported files: far above real exports, and low enough to prevent harm.
package enum FormatLimits {
    /// The maximum size of a file, and of the extracted content of an archive.
    package static let file = 64 << 20
    /// The maximum size of a field.
    package static let field = 1 << 20
    package static let columns = 256
    package static let entries = 200_000
    /// The maximum nesting depth of JSON and XML.
    package static let depth = 64
    /// The maximum number of files in an archive or a folder.
    package static let files = 20_000
}
