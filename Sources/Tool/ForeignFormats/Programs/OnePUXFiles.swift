internal import PortableKeychain
internal import SafeText

/// The files that are attached to the items of a 1PUX archive.
///
/// Their names are `files/`, the identifier by which items refer to them, underscores, and the name of the file. A
/// file, and all that were given out together, are limited, because a few bytes can be unpacked to many and be
/// referred to often.
struct OnePUXFiles {
    private let archive: ZipArchive
    private let places: [String: ZipArchive.Entry]
    /// The number of bytes that can still be given out.
    private var budget = FormatLimits.file
    /// The number of files that were too large.
    private(set) var omitted = 0
    /// The number of files to which items refer, and which are not in the archive.
    private(set) var missing = 0
    private var wanted: Set<String> = []

    /// The number of files to which no item refers.
    var unused: Int { places.keys.count { !wanted.contains($0) } }

    init(_ archive: ZipArchive) {
        self.archive = archive
        let folder = "files/"
        let files = archive.entries.filter { $0.name.hasPrefix(folder) && $0.name.last != "/" }
        let named = files.map { (String($0.name.dropFirst(folder.count).prefix { $0 != "_" }), $0) }
        places = Dictionary(named) { first, _ in first }
    }

    /// The content of a file that an item has.
    ///
    /// - Parameter identifier: The identifier of the file.
    /// - Returns: The content; `nil` for a file that is missing or too large, or with which all
    ///   would be too large.
    /// - Throws: ``FormatProblem`` if the file is damaged.
    mutating func content(of identifier: String) throws(FormatProblem) -> SecretBytes? {
        guard let place = places[identifier] else {
            missing += 1
            return nil
        }
        wanted.insert(identifier)
        guard place.size <= min(FormatLimits.attachment, budget) else {
            omitted += 1
            return nil
        }
        budget -= place.size
        return try archive.content(of: place)
    }

    /// The remarks for the user about files that are not imported.
    var remarks: [String] {
        [
            (omitted, "too large and not imported: extract with 'unzip' what you need."),
            (missing, "not in the archive and not imported: save them in 1Password."),
            (unused, "of no item and not imported: extract with 'unzip' what you need."),
        ].filter { $0.0 > 0 }.map { count, words in
            counted(count, "attached file is", "attached files are") + " " + words
        }
    }
}
