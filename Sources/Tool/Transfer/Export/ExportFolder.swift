internal import PortableKeychain

/// A folder of an export: what is in it, and the folders in it.
struct ExportFolder<Content> {
    private(set) var contents: [Content] = []
    private var inner: [String: ExportFolder] = [:]

    /// The deepest folder: JSON is nested twice as deep, and readers take 64 levels.
    private static var deepest: Int { 20 }

    /// The folders in it, sorted by their names.
    var folders: [(name: String, folder: ExportFolder)] {
        inner.inOrderOfKeys().map { ($0.key, $0.value) }
    }

    /// Adds something.
    ///
    /// - Parameters:
    ///   - content: The new content.
    ///   - path: The names of folders with slashes between them; empty for this folder itself.
    mutating func add(_ content: Content, to path: String) {
        let names = path.split(separator: "/", maxSplits: Self.deepest - 1).map(String.init)
        add(content, names[...])
    }

    private mutating func add(_ content: Content, _ names: ArraySlice<String>) {
        guard let name = names.first else {
            contents.append(content)
            return
        }
        inner[name, default: ExportFolder()].add(content, names.dropFirst())
    }
}
