import Foundation
import Testing

/// The documents of the repository point to things that exist.
@Suite struct DocumentTests {
    private static let documents =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
        .compactMap(Repository.file) + Repository.documents(in: ["Documentation", "Proposals"])

    @Test func hasAShortReadme() throws {
        let readme = try #require(Repository.file("README.md"))
        #expect(readme.lines.count <= 151, "150 lines and the end: move the rest to Documentation/")
    }

    @Test func linksToFilesThatExist() {
        var count = 0
        for document in Self.documents {
            let folder = Repository.root.appending(path: document.path).deletingLastPathComponent()
            for link in document.lines.flatMap({ $0.matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/) }) {
                let target = String(link.1)
                guard !target.contains("://") else { continue }
                count += 1
                let path = folder.appending(path: target).path(percentEncoded: false)
                #expect(
                    FileManager.default.fileExists(atPath: path),
                    "\(document.path) links to \(target), which does not exist"
                )
            }
        }
        #expect(count > 20)
    }

    /// Every path in ARCHITECTURE.md, in text and in pictures.
    @Test func namesFilesThatExist() throws {
        let document = try #require(Repository.file("ARCHITECTURE.md"))
        let pattern =
            #/
            (?:Sources|Tests|Specification|Examples|Documentation|Fuzzing)
            /[\w+./-]*\w
            /#
        var count = 0
        for path in document.lines.flatMap({ $0.matches(of: pattern) }).map({ String($0.0) })
        where !path.hasPrefix("Sources/NAME") {
            count += 1
            let full = Repository.root.appending(path: path).path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: full), "\(path) does not exist")
        }
        #expect(count > 60)
    }

    /// A reader copies the code of README and the articles, so a test compiles and runs each line.
    @Test func printsCodeThatTestsRun() throws {
        let tests = [
            "Examples/FirstProgram/main.swift",
            "Tests/PortableKeychainTests/DocumentationTests.swift",
            "Tests/PortableKeychainTests/AuthenticationDocumentationTests.swift",
            "Tests/PortableKeychainTests/RenewalDocumentationTests.swift",
            "Tests/KeychainTPMTests/TPMDocumentationTests.swift",
            "Tests/KeychainNIOSSLTests/ArticleTests.swift",
            "Tests/PortableCryptoKitTests/SoftwareTokenArticleTests.swift",
        ].compactMap(Repository.file)
        #expect(tests.count == 7)
        let tested = Set(tests.flatMap(\.lines).map(Self.statement))
        let documents =
            [
                "README.md", "Documentation/Doors.md",
                "Sources/Doors/KeychainNIOSSL/Documentation.docc/MutualTLS.md",
                "Sources/Hardware/KeychainTPM/Documentation.docc/KeychainTPM.md",
                "Sources/Testing/KeychainTesting/Documentation.docc/KeychainTesting.md",
            ].compactMap(Repository.file)
            + Repository.documents(in: [
                "Sources/Library/PortableKeychain/Documentation.docc"
            ])
        var count = 0
        for document in documents {
            for block in document.blocks(of: "swift") where !Self.isForOthers(block) {
                for statement in block.map(Self.statement) where !statement.isEmpty {
                    count += 1
                    let isTested = tested.contains(statement)
                    #expect(
                        isTested,
                        "\(document.path) prints \(statement), which no test runs"
                    )
                }
            }
        }
        #expect(count > 120)
    }

    /// Swift 6.3 crashes on `catch` clauses that leave errors over (Proposals/0012), so every example
    /// ends with one for all errors.
    @Test func printsNoCatchThatEndsTheCompiler() {
        let documents = Self.documents + Repository.documents(in: ["Sources", "Examples"])
        var count = 0
        for document in documents where !document.path.hasPrefix("Proposals/0012") {
            for block in document.blocks(of: "swift") {
                let catches = Self.catches(block.joined(separator: "\n"))
                count += catches.count
                for clause in catches where !clause.isComplete {
                    Issue.record(
                        "\(document.path): end 'catch \(clause.pattern)' with 'catch { … }'"
                    )
                }
            }
        }
        #expect(count > 1)
    }

    @Test(arguments: [
        ("do { a() } catch { b() }", true),
        ("do { a() } catch E.a { b { c() } } catch { d() }", true),
        ("do { a() } catch E.a { b() }", false),
        ("do {} catch let e where e.a { if b { c } }\nd()", false),
    ])
    func findsIncompleteCatches(code: String, isComplete: Bool) {
        #expect(Self.catches(code).allSatisfy(\.isComplete) == isComplete)
        #expect(!Self.catches(code).isEmpty)
    }

    /// The clauses of code, and whether each catches everything or another one follows.
    private static func catches(_ code: String) -> [(pattern: String, isComplete: Bool)] {
        code.matches(of: /\}\s*catch\s*([^{]*)\{/).map { clause in
            let pattern = clause.1.trimmingCharacters(in: .whitespaces)
            var depth = 1
            let rest = code[clause.range.upperBound...].drop { character in
                depth += character == "{" ? 1 : character == "}" ? -1 : 0
                return depth > 0
            }
            let isFollowed = rest.dropFirst().prefixMatch(of: /\s*catch\b/) != nil
            return (pattern, pattern.isEmpty || isFollowed)
        }
    }

    /// Manifests, and code of other doors, which Examples and the doors' tests run.
    private static func isForOthers(_ block: [String]) -> Bool {
        let code = block.joined(separator: "\n")
        let others = [".package(", ".product(", "kSec", "Valet", "HTTPClient("]
        return others.contains { code.contains($0) }
    }

    /// A line without its comment and indentation, on a keychain in memory and a chip in software;
    /// nothing for a file that the reader has.
    private static func statement(_ line: String) -> String {
        let code = line.replacing(/\s*\/\/.*/, with: "").trimmingCharacters(in: .whitespaces)
        let isGiven =
            ["import ", "@_exported import ", "@_spi(Keepers) import "]
            .contains { code.hasPrefix($0) }
            || code.contains("Data(contentsOf:")
        guard !isGiven else { return "" }
        return code.replacing("Keychain.default", with: "Keychain.inMemory()")
            .replacing("TPM2()", with: "simulator.token")
    }

    /// README shows the session of 'make run', which checks statuses and output.
    @Test func showsTheSessionThatRuns() throws {
        let readme = try #require(Repository.file("README.md"))
        let session = try #require(Repository.file("Scripts/session.sh")).lines
        let shown = readme.blocks(of: "console").joined().filter { !$0.isEmpty }
        #expect(shown.count > 10)
        for line in shown {
            let words = line.hasPrefix("$ ") ? String(line.dropFirst(2)) : line
            #expect(
                session.contains { $0.contains(words) },
                "README.md shows \(words), which Scripts/session.sh does not run"
            )
        }
    }

    /// Readers look for a type under Topics, where types without a group are at the end.
    @Test func groupsEveryPublicType() {
        let declaration =
            /^(?:@\w+ )*public (?:final |indirect )?(?:struct|class|enum|protocol|typealias) (\w+)/
        let modules = Set(
            Repository.documents(in: ["Sources"]).filter {
                $0.path.contains("/Documentation.docc/")
            }
            .compactMap(\.target)
        )
        #expect(modules.count > 5)
        for module in modules {
            let listed = Set(
                Repository.documents(in: ["\(Repository.home(of: module))/Documentation.docc"])
                    .flatMap(\.lines).compactMap { $0.firstMatch(of: /^- ``(\w+)/)?.1 }
            )
            let types = Repository.swift.filter { $0.target == module }
                .flatMap { Self.withoutUnavailable($0.code) }
                .compactMap { $0.firstMatch(of: declaration)?.1 }
            for type in types {
                let isListed = listed.contains(type)
                #expect(isListed, "\(module): list \(type) under Topics")
            }
        }
    }

    /// The code without unavailable declarations, which DocC leaves out: the attribute ends on the
    /// line before.
    private static func withoutUnavailable(_ code: [String]) -> [String] {
        zip([""] + code, code).filter { $0.0 != ")" && !$0.0.contains("unavailable") }.map(\.1)
    }

    /// `Suite.test`, as Documentation/LessonsFromOthers.md writes it.
    @Test func namesTestsThatExist() {
        let tests = Repository.swift.filter { $0.path.hasPrefix("Tests/") }
        var count = 0
        for document in Self.documents {
            for name in document.lines.flatMap({ $0.matches(of: /`(\w+Tests)\.(\w+)`/) }) {
                count += 1
                let found = tests.contains { file in
                    let code = file.code.joined(separator: "\n")
                    return code.contains("struct \(name.1) ")
                        && code.contains("func \(name.2)(")
                }
                #expect(found, "\(document.path) names \(name.0), which is not a test")
            }
        }
        #expect(count > 20)
    }
}

extension SourceFile {
    /// The lines of each block of code in a language, in a document.
    fileprivate func blocks(of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        for line in lines {
            if line == "```" + language {
                block = []
            } else if line.hasPrefix("```") {
                if let block { blocks.append(block) }
                block = nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }
}
