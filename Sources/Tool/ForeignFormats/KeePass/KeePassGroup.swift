package import PortableKeychain
internal import SafeText

/// A group of a database that is written, with its entries and the groups in it.
package struct KeePassGroup {
    let name: String
    let identifier: [UInt8]
    let entries: [KeePassEntry]
    let groups: [KeePassGroup]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - identifier: The 16 bytes by which programs know it when they merge databases.
    ///   - entries: Its entries.
    ///   - groups: The groups in it.
    package init(
        name: String,
        identifier: [UInt8],
        entries: [KeePassEntry],
        groups: [KeePassGroup]
    ) {
        (self.name, self.identifier) = (name, identifier)
        (self.entries, self.groups) = (entries, groups)
    }
}

/// An entry of a database that is written.
package struct KeePassEntry {
    /// A named text.
    struct Text {
        let name: String
        let value: SecretBytes
        /// Whether it is encrypted a second time, and programs hide it.
        let isProtected: Bool
    }

    let identifier: [UInt8]
    private(set) var texts: [Text] = []
    private(set) var files: [(name: String, content: SecretBytes)] = []
    package var tags: [String] = []
    /// The dates in seconds since 1970; `nil` if they are not known.
    package var created: Double?
    package var modified: Double?
    package var expires: Double?

    /// Makes an empty entry.
    ///
    /// - Parameter identifier: The 16 bytes by which programs know it when they merge databases.
    package init(_ identifier: [UInt8]) { self.identifier = identifier }

    /// Adds a text, unless it is empty.
    ///
    /// A name stands in an entry once: KeePassXC refuses a database where one does twice.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - value: The text.
    ///   - isProtected: Whether programs hide it. A text that XML cannot hold is always protected, because
    ///     that is written as Base64.
    package mutating func add(_ name: String, _ value: SecretBytes, isProtected: Bool) {
        guard value.count > 0 else { return }
        let isProtected = isProtected || !XMLText.holds(value)
        texts.append(Text(name: name, value: value, isProtected: isProtected))
    }

    /// Adds a text that programs show.
    package mutating func add(_ name: String, _ value: String) {
        add(name, SecretBytes(utf8: value), isProtected: false)
    }

    /// Adds an attached file.
    package mutating func addFile(_ name: String, _ content: SecretBytes) {
        files.append((name, content))
    }
}
