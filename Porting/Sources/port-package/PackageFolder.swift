import Foundation
import PackagePorting

/// The folder of a package, and the descriptions of it by git and SwiftPM.
struct PackageFolder {
    let files: SafeFiles
    private var path: String { files.folder }

    /// Takes a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - hasManifest: Whether it has to have a manifest, or must not have one.
    /// - Throws: ``PortingError`` if it is not a folder, or its manifest is not as it has to be.
    init(_ path: String, hasManifest: Bool) throws(PortingError) {
        guard let real = SafeFiles.real(path) else {
            throw PortingError("There is no folder '\(path.shown)'.")
        }
        files = SafeFiles(folder: real)
        // A link that leads nowhere is one too, so that nothing is written through it.
        let isThere = manifests().contains {
            (try? FileManager.default.attributesOfItem(atPath: "\(real)/\($0)")) != nil
        }
        guard isThere == hasManifest else {
            throw PortingError(
                hasManifest
                    ? """
                    There is no Package.swift in '\(path.shown)'. Give the folder of a package, or use \
                    --from-files, which makes one.
                    """
                    : "'\(path.shown)' has a manifest already. Leave out --from-files."
            )
        }
    }

    /// Describes a package made from the sources in the folder, or in parts of it.
    func packageOfFiles(
        _ parts: some Sequence<String>,
        _ progress: inout Progress
    ) throws(PortingError) -> FilesPackage {
        let listing = try FolderWalk.list(path, parts: Array(parts))
        return try FilesPackage(listing) { file throws(PortingError) in
            progress.next()
            return try files.read(file)
        }
    }

    /// Demands that git can undo the changes.
    func expectNoChanges() throws(PortingError) {
        // The configuration of a repository can name programs, which git runs to compare files.
        let programs = try Subprocess(
            [
                "git", "config", "--local", "--includes", "--name-only", "--get-regexp",
                "^filter[.].*[.](clean|process|smudge)$",
            ],
            in: path
        )
        guard programs.status != 0 else {
            throw PortingError(
                """
                The configuration of the repository names programs as filters, which are not run. Use \
                --allow-dirty, which keeps copies.
                """
            )
        }
        let status = try Subprocess(
            [
                "git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
                "--no-optional-locks", "status", "--porcelain", "--ignore-submodules=dirty", "--",
                ".",
            ],
            in: path
        )
        guard status.status == 0 else {
            throw PortingError(
                """
                '\(path.shown)' is not in a git repository, so changes could not be undone. Use \
                --allow-dirty, which keeps copies.
                """
            )
        }
        guard status.output.isEmpty else {
            throw PortingError(
                "'\(path.shown)' has uncommitted changes. Commit them first, or use --allow-dirty."
            )
        }
    }

    /// SwiftPM's description of the package, for which no dependencies are resolved.
    func layout() throws(PortingError) -> PackageLayout {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let described = try Subprocess(
            ["swift", "package", "--scratch-path", scratch, "describe", "--type", "json"],
            in: path
        )
        guard described.status == 0,
            let layout = try? JSONDecoder().decode(PackageLayout.self, from: described.output)
        else {
            let missing = missingSubmodules().map { "\n'\($0)' is an empty submodule." }.joined()
            let help = missing.isEmpty ? "" : "\nRun 'git submodule update --init' first."
            throw PortingError(
                "SwiftPM cannot read the package:\n\(described.errors)".shown + missing + help
            )
        }
        return layout
    }

    /// The submodules whose folders are empty or missing.
    func missingSubmodules() -> [String] {
        submodules().filter { name in
            let entries = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")
            return entries?.isEmpty != false
        }
    }

    /// The folders of the submodules.
    func submodules() -> [String] {
        guard let text = try? files.read(".gitmodules") else { return [] }
        return Submodules.paths(in: text)
    }

    /// The names of the manifests.
    func manifests() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let versioned = names.filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }
        return versioned + ["Package.swift"]
    }

    /// The name of the manifest that SwiftPM reads: the newest of those for versions of Swift.
    func manifest() -> String {
        manifests().filter { $0 != "Package.swift" }
            .max { $0.compare($1, options: .numeric) == .orderedAscending } ?? "Package.swift"
    }

    /// Builds the package.
    ///
    /// - Returns: Whether it was built, and the compiler's output.
    func build(_ scratch: String?) throws(PortingError) -> (isSuccess: Bool, output: String) {
        let arguments = scratch.map { ["--scratch-path", $0] } ?? []
        let built = try Subprocess(["swift", "build", "--build-tests"] + arguments, in: path)
        return (built.status == 0, String(decoding: built.output, as: UTF8.self) + built.errors)
    }

    /// A path from this folder to another one, so that both can be moved together.
    func relative(_ other: String) -> String {
        let to = URL(filePath: other).resolvingSymlinksInPath().pathComponents
        let from = URL(filePath: path).pathComponents
        let common = zip(from, to).prefix { $0 == $1 }.count
        // With nothing in common but the root, the absolute path is clearer.
        guard common > 1 else { return "/" + to.dropFirst().joined(separator: "/") }
        let steps = Array(repeating: "..", count: from.count - common) + to[common...]
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}
