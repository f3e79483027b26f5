/// The content of a folder of sources that has no manifest.
public struct FolderListing: Sendable {
    /// The name of the folder.
    let name: String
    /// The regular files, from the folder.
    let files: [String]
    /// Folders and files that were not read, with the reason: folders of other packages, links, and the like.
    let unread: [String: String]
    /// The parts of the folder that are wanted; empty for all of it.
    let parts: [String]

    /// Lists a folder.
    ///
    /// - Parameters:
    ///   - name: The name of the folder.
    ///   - files: The regular files, by their paths from the folder.
    ///   - unread: The folders that were not read, with the reasons.
    ///   - parts: The folders and files in it that are wanted; empty for all of it.
    public init(name: String, files: [String], unread: [String: String], parts: [String] = []) {
        self.name = name
        self.files = files.sorted()
        self.unread = unread
        self.parts = parts
    }

    /// The reason why a folder is not read; `nil` if it is.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - names: The names in the folder.
    ///   - isInProject: Whether it is in the folder of an Xcode project.
    /// - Returns: The reason, in words for a person.
    public static func reasonToSkip(
        folder name: String,
        with names: [String],
        isInProject: Bool
    ) -> String? {
        if names.contains("Package.swift") { return "a package of its own" }
        if managers.contains(name) { return "what other tools fetched or made" }
        if bundles.contains(where: name.hasSuffix) { return FileRole.noSource }
        return isInProject && names.contains(where: isProject) ? "a project of its own" : nil
    }

    /// Whether a name is that of an Xcode project.
    public static func isProject(_ name: String) -> Bool { name.hasSuffix(".xcodeproj") }

    private static let managers: Set<String> = [
        "Carthage", "DerivedData", "Pods", "build", "fastlane", "node_modules", "vendor",
    ]
    private static let bundles = [
        ".app", ".appiconset", ".bundle", ".docc", ".framework", ".playground",
        ".xcassets", ".xcdatamodeld", ".xcframework", ".xcodeproj", ".xcworkspace",
    ]

    /// Whether a file is in one of the wanted parts.
    func isWanted(_ path: String) -> Bool {
        parts.isEmpty || parts.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// The name of the one Xcode project that is nearest to the top.
    var projectName: String? {
        let projects = unread.keys.filter(Self.isProject)
        let depth = { (path: String) in path.split(separator: "/").count }
        let least = projects.map(depth).min()
        let nearest = projects.filter { depth($0) == least }
        guard let only = nearest.first, nearest.count == 1 else { return nil }
        return only.split(separator: "/").last.map { String($0.dropLast(".xcodeproj".count)) }
    }
}
