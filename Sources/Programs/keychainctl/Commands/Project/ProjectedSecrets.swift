internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The secrets that files of a folder get, and their names.
struct ProjectedSecrets {
    private let references: [NamedReference]
    private let services: [String]

    /// - Throws: ``Failure`` for a malformed reference, and for a name that no file can have.
    init(files: [String], services: [String]) throws(Failure) {
        var references: [NamedReference] = []
        for file in files {
            let named = try NamedReference(file, naming: "names no file and secret")
            try Self.check(named.name)
            references.append(named)
        }
        self.references = references
        self.services = services
    }

    /// Reads all secrets.
    ///
    /// - Returns: The content of each file, by the bytes of its name.
    /// - Throws: The problem of the first secret that cannot be read.
    func read(from keychain: Keychain) throws -> [[UInt8]: SecretBytes] {
        let items = Items(keychain: keychain)
        var files: [[UInt8]: SecretBytes] = [:]
        func add(_ name: String, _ content: SecretBytes) throws(Failure) {
            guard files.updateValue(content, forKey: Array(name.utf8)) == nil else {
                throw Failure(
                    .severalItems,
                    "several secrets are for the file '\(name)'",
                    advice: "name each with --file"
                )
            }
        }
        for named in references {
            try add(named.name, items.secret(named.reference, for: named.name))
        }
        for service in services {
            let selection = try ItemSelection(.genericPassword, given: [(.service, service)])
            let found = try items.find(selection, [.attributes, .data])
            guard !found.isEmpty else {
                throw Failure(KeychainError(.itemNotFound)).about("--service \(service)")
            }
            for item in found {
                guard case .string(let account)? = item.attributes?[.account] else { continue }
                try Self.check(account)
                try add(account, item.secret ?? SecretBytes([]))
            }
        }
        return files
    }

    /// Whether files have the same contents.
    static func areSame(
        _ one: [[UInt8]: SecretBytes],
        _ other: [[UInt8]: SecretBytes]
    ) -> Bool {
        one.count == other.count
            && one.allSatisfy { name, content in other[name]?.matches(content) == true }
    }

    /// Names that begin with two full stops are those of the folder's own structure.
    private static func check(_ name: String) throws(Failure) {
        guard !name.isEmpty, name != ".",
            !name.utf8.starts(with: "..".utf8), name.utf8.count <= 255,
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else {
            throw Failure(
                .usage,
                "'\(name)' cannot be the name of a file here",
                advice: "choose one with --file NAME=reference, without '/' and '..'"
            )
        }
    }
}
