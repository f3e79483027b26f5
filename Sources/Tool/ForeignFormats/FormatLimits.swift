/// The limits for imported files: far above real exports, and low enough to prevent harm.
package enum FormatLimits {
    /// The maximum size of a file, and of the extracted content of an archive.
    package static let file = 64 << 20
    /// The maximum size of a field.
    package static let field = 1 << 20
    package static let columns = 256
    /// The maximum nesting depth of JSON and XML.
    package static let depth = 64
    /// The maximum number of items of an import, and of lines of a table.
    package static let entries = 200_000
    /// The maximum number of fields of all lines of a table.
    package static let fields = 4_000_000
    /// The maximum number of elements and attributes of an XML document; each takes about 200
    /// bytes of memory.
    package static let elements = 400_000
    /// The maximum size of a name that many values share, such as that of a column.
    package static let name = 256
    /// The maximum size of the joined names of nested folders, and of sections and their fields.
    package static let path = 1024
    /// The maximum size of the attributes of all items of an import.
    ///
    /// A file contains the name of a folder once, but each item in the folder repeats it.
    package static let text = 128 << 20
    /// The maximum number of files in an archive or a folder.
    package static let files = 20_000
    /// The maximum size of a file that is attached to an entry; all of them have that of a file.
    package static let attachment = 16 << 20
    /// The maximum work to derive the key of an encrypted database, which its writer chooses: the
    /// memory of Argon2, that memory times its passes, its lanes, and the rounds of AES.
    package static let argonMemory: UInt64 = 1 << 30
    package static let argonWork: UInt64 = 32 << 30
    package static let argonLanes: UInt64 = 128
    package static let aesRounds: UInt64 = 200_000_000
}
