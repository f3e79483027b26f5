internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// A store of `pass`: a folder of files that `gpg` decrypts.
enum PassStore {
    /// The entries of a store; `gpg` may ask for the passphrase of its key.
    ///
    /// - Throws: ``FormatProblem`` if a file cannot be decrypted.
    static func store(
        _ folder: String,
        _ rules: ReadingRules
    ) throws(FormatProblem) -> ForeignStore {
        let names = try names(in: folder, below: "", depth: 0)
        guard !names.isEmpty else {
            throw FormatProblem("the folder contains no .gpg files, so it is not a pass store")
        }
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        for (index, name) in names.enumerated() {
            Terminal.progress("Decrypting \(index + 1) of \(names.count)")
            let title = String(name.dropLast(4))
            try store.append(at: "entry", titled: title) { () throws(FormatProblem) in
                let content = try OtherProgram.output(
                    ["gpg", "--quiet", "--yes", "--decrypt", "--", "\(folder)/\(name)"],
                    atMost: FormatLimits.field
                )
                return try PassEntry.entry(title, content)
            }
        }
        Terminal.progress("")
        return store
    }

    /// The paths of all encrypted files, sorted; links are not followed.
    private static func names(
        in folder: String,
        below prefix: String,
        depth: Int
    ) throws(FormatProblem) -> [String] {
        guard depth <= FormatLimits.depth else {
            throw FormatProblem("the folders are nested too deeply")
        }
        guard let handle = opendir("\(folder)/\(prefix)") else {
            throw FormatProblem("a folder of the store cannot be read")
        }
        defer { closedir(handle) }
        var found: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    String(cString: $0)
                }
            }
            // Git's folder, and the file with the names of the keys.
            guard !name.hasPrefix(".") else { continue }
            var facts = stat()
            guard lstat("\(folder)/\(prefix)\(name)", &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR:
                found += try names(in: folder, below: "\(prefix)\(name)/", depth: depth + 1)
            case S_IFREG where name.hasSuffix(".gpg"): found.append(prefix + name)
            default: break
            }
            guard found.count <= FormatLimits.files else {
                throw FormatProblem("the store has more than \(FormatLimits.files) files")
            }
        }
        return found.sorted()
    }
}
