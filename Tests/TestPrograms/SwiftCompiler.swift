import Foundation

/// The compiler that built this test, with the modules that it built.
package enum SwiftCompiler {
    /// An error that is about none of the lines.
    package struct Failure: Error { let line: String }

    /// The errors of lines, each compiled in a function of its own, by their position.
    ///
    /// - Parameters:
    ///   - lines: The code.
    ///   - module: The module that it imports.
    ///   - effects: The effects of the functions besides returning, such as `throws`.
    /// - Returns: The messages of each line that is wrong.
    /// - Throws: ``Failure`` for an error about none of them, or any error of starting the
    ///   compiler.
    package static func errors(
        in lines: [String],
        importing module: String,
        effects: String = ""
    ) throws -> [Int: [String]] {
        let code = lines.enumerated().map { "func f\($0)() \(effects) { \($1) }\n" }.joined()
        let output = try compile("import \(module)\n\(code)", ["-typecheck"]).output
        var found: [Int: [String]] = [:]
        for line in output.split(separator: "\n") {
            guard line.contains(": error: "), line.wholeMatch(of: /\s*[|`].*/) == nil else {
                continue
            }
            guard let match = line.firstMatch(of: /Uses\.swift:(\d+):\d+: error: (.*)/),
                let number = Int(match.1)
            else { throw Failure(line: String(line)) }
            // The import is line 1.
            found[number - 2, default: []].append(String(match.2))
        }
        return found
    }

    /// Compiles one file down to the intermediate language, in which the compiler makes its checks.
    ///
    /// - Parameter code: The file.
    /// - Returns: The output of the compiler, and whether it succeeded.
    /// - Throws: Any error of starting the compiler.
    package static func compile(_ code: String) throws -> (succeeded: Bool, output: String) {
        try compile(code, ["-emit-sil", "-o", "/dev/null"])
    }

    private static func compile(
        _ code: String,
        _ mode: [String]
    ) throws -> (succeeded: Bool, output: String) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("swift-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appendingPathComponent("Uses.swift")
        try Data(code.utf8).write(to: source)
        return try run(arguments(for: source, mode))
    }

    private static func arguments(for source: URL, _ mode: [String]) throws -> [String] {
        // The folder of a configuration is a link, and links are not listed.
        let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .resolvingSymlinksInPath()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var arguments =
            ["swiftc"] + mode + [
                "-swift-version", "6", source.path,
                "-I", built.appendingPathComponent("Modules").path,
            ]
        // The modules in C that those in Swift import, which the package manager names one by one.
        let checkouts = root.appendingPathComponent(".build/checkouts")
        let places =
            [built] + (try children(root.appendingPathComponent("Sources")))
            + (try children(checkouts)).map {
                $0.appendingPathComponent("Sources")
            }
        for target in try places.flatMap(children) {
            for path in ["module.modulemap", "include/module.modulemap"] {
                let map = target.appendingPathComponent(path)
                // Those of Swift's own headers, which build folders hold, describe no module in C.
                let isForSwift = target.pathExtension == "build" && path.hasPrefix("include")
                guard !isForSwift, FileManager.default.fileExists(atPath: map.path) else {
                    continue
                }
                arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"]
            }
        }
        return arguments
    }

    private static func children(_ folder: URL) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
    }

    private static func run(
        _ arguments: [String]
    ) throws -> (succeeded: Bool, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus == 0, String(decoding: bytes, as: UTF8.self))
    }
}
