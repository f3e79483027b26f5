import Foundation
import Testing

/// The compiler says what to use instead of names that exist on Macs only.
@Suite struct MacOnlyTests {
    /// Code that uses a name, and a part of what the compiler says of it.
    static let table: [(code: String, name: String, advice: String)] = [
        ("var k: SecKeychain?", "SecKeychain", "Keychain of PortableKeychain"),
        ("_ = SecKeychainLock(nil)", "SecKeychainLock", "Keychain.lock"),
        ("var c: SecCode?", "SecCode", "no signatures"),
        ("_ = SecCSFlags.RawValue.self", "SecCSFlags", "no signatures"),
        ("var c: SecCode?; _ = SecCodeCopySelf([], &c)", "SecCodeCopySelf", "no signatures"),
        ("_ = SecStaticCodeCheckValidity", "SecStaticCodeCheckValidity", "no signatures"),
        ("_ = SecStaticCodeCreateWithPath", "SecStaticCodeCreateWithPath", "no signatures"),
        ("_ = SecRequirementCreateWithString", "SecRequirementCreateWithString", "no signatures"),
        ("_ = SecCodeCopySigningInformation", "SecCodeCopySigningInformation", "no signatures"),
        ("_ = SecTaskCreateFromSelf(nil)", "SecTaskCreateFromSelf", "Keychain.Configuration"),
        ("_ = SecItemExport", "SecItemExport", "SecKeyCopyExternalRepresentation"),
        ("_ = SecItemImport", "SecItemImport", "SecPKCS12Import"),
        ("var f: SecExternalFormat?", "SecExternalFormat", "SecCertificateCopyData"),
        ("_ = SecCertificateCopyValues", "SecCertificateCopyValues", "swift-certificates"),
        ("var d: CMSDecoder?", "CMSDecoder", "swift-certificates"),
        ("_ = CMSDecoderCreate", "CMSDecoderCreate", "swift-certificates"),
        ("_ = CMSDecoderUpdateMessage", "CMSDecoderUpdateMessage", "swift-certificates"),
        ("_ = CMSDecoderFinalizeMessage", "CMSDecoderFinalizeMessage", "swift-certificates"),
        ("_ = CMSDecoderCopySignerStatus", "CMSDecoderCopySignerStatus", "swift-certificates"),
        ("_ = CMSDecoderCopyContent", "CMSDecoderCopyContent", "swift-certificates"),
        ("_ = CMSDecoderIsContentEncrypted", "CMSDecoderIsContentEncrypted", "openssl cms"),
        ("var e: CMSEncoder?", "CMSEncoder", "swift-certificates"),
        ("_ = CMSEncoderCreate", "CMSEncoderCreate", "swift-certificates"),
        ("_ = CMSEncoderAddSigners", "CMSEncoderAddSigners", "swift-certificates"),
        ("_ = CMSEncoderAddRecipients", "CMSEncoderAddRecipients", "openssl cms"),
        ("_ = CMSEncodeContent", "CMSEncodeContent", "swift-certificates"),
    ]

    /// One run of the compiler for all: each line of code is a line of its messages.
    @Test func adviseWhatToUse() throws {
        let messages = try Compiler.errors(in: Self.table.map(\.code))
        for (line, row) in Self.table.enumerated() {
            let said = messages[line, default: []]
            let isSaid = said.contains {
                $0.contains("'\(row.name)' is unavailable: ") && $0.contains(row.advice)
            }
            #expect(isSaid, "\(row.code): \(said)")
        }
    }

    /// The check itself: code without such names compiles.
    @Test func leavesOtherCodeAlone() throws {
        let messages = try Compiler.errors(in: ["_ = SecItemDelete", "_ = errSecParam"])
        #expect(messages.isEmpty)
    }
}

/// The compiler that built this test, with the modules that it built.
private enum Compiler {
    /// An error that is about none of the lines.
    struct Failure: Error { let line: String }

    /// The errors of lines, each compiled in a function of its own, by their position.
    static func errors(in lines: [String]) throws -> [Int: [String]] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mac-only-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appendingPathComponent("Uses.swift")
        let code = lines.enumerated().map { "func f\($0)() { \($1) }\n" }.joined()
        try Data("import PortableSecurity\n\(code)".utf8).write(to: source)
        let output = try run(arguments(for: source))
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

    private static func arguments(for source: URL) throws -> [String] {
        // The folder of a configuration is a link, and links are not listed.
        let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .resolvingSymlinksInPath()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", source.path,
            "-I", built.appendingPathComponent("Modules").path,
        ]
        // The modules in C that those in Swift import, which the package manager names one by one.
        let checkouts = root.appendingPathComponent(".build/checkouts")
        let places =
            [built, root.appendingPathComponent("Sources")]
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

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
