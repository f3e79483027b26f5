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
