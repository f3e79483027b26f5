import Foundation
import PackagePorting

/// The folder of a package, and what git and SwiftPM say about it.
struct PackageFolder {
    private let path: String

    init(_ path: String) throws(PortingError) {
        let url = URL(filePath: path).resolvingSymlinksInPath()
        guard FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path)
        else {
            throw PortingError(
                "There is no Package.swift in '\(path)'. Give the folder of a package."
            )
        }
        self.path = url.path
    }

    /// Demands that git can undo what is about to be changed.
    func expectNoChanges() throws(PortingError) {
        let status = try run("git", "status", "--porcelain", "--", ".")
        guard status.isSuccess else {
            throw PortingError(
                """
                '\(path)' is not in a git repository, so changes could not be undone. Use --allow-dirty \
                if that is fine.
                """
            )
        }
        guard status.output.isEmpty else {
            throw PortingError(
                "'\(path)' has uncommitted changes. Commit them first, or use --allow-dirty."
            )
        }
    }

    /// What SwiftPM says about the package; it resolves no dependencies for this.
    func layout() throws(PortingError) -> PackageLayout {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let described = try run(
            "swift",
            "package",
            "--scratch-path",
            scratch,
            "describe",
            "--type",
            "json"
        )
        guard described.isSuccess,
            let layout = try? JSONDecoder().decode(PackageLayout.self, from: described.output)
        else {
            throw PortingError("SwiftPM cannot read the package:\n\(described.errors)")
        }
        return layout
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

    func read(_ file: String) throws(PortingError) -> String {
        do { return try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) } catch {
            throw PortingError("'\(file)' cannot be read as UTF-8: \(error.localizedDescription)")
        }
    }

    func write(_ text: String, to file: String) throws(PortingError) {
        do { try text.write(toFile: "\(path)/\(file)", atomically: true, encoding: .utf8) } catch {
            throw PortingError("'\(file)' cannot be written: \(error.localizedDescription)")
        }
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

    private func run(
        _ words: String...
    ) throws(PortingError) -> (isSuccess: Bool, output: Data, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: path)
        let output = Pipe()
        // A file, because a second pipe could fill up while the first one is read.
        let errors = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID()).log")
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardOutput = output
        do {
            try Data().write(to: errors)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            return (process.terminationStatus == 0, data, text)
        } catch {
            throw PortingError("'\(words[0])' cannot be run: \(error.localizedDescription)")
        }
    }
}
