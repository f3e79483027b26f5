import Foundation
import Testing

/// ARCHITECTURE.md shows the repository as it is: 'make map' writes its tables.
@Suite struct MapTests {
    private static let page =
        Repository.file("ARCHITECTURE.md")?.lines.joined(separator: "\n") ?? ""
    private static let manifest =
        Repository.file("Package.swift")?.lines.joined(separator: "\n") ?? ""

    private static let folders: [String] = {
        let names = FileManager.default.enumerator(
            at: Repository.root.appending(path: "Sources"),
            includingPropertiesForKeys: [.isDirectoryKey]
        )
        let root = Repository.root.path()
        return (names?.compactMap { $0 as? URL } ?? []).filter {
            $0.hasDirectoryPath && !["docc", "xcassets"].contains($0.pathExtension)
                && $0.lastPathComponent != "include" && !$0.path().contains(".docc/")
        }.map { String($0.path().dropFirst(root.count)) }.map {
            $0.hasSuffix("/") ? String($0.dropLast()) : $0
        }
    }()

    @Test func isTrue() throws {
        var map = ProjectMap(page: Self.page, manifest: Self.manifest, folders: Self.folders)
        #expect(map.targets.count > 40)
        #expect(map.wings.count > 8)
        #expect(Self.folders.count > 80)
        if ProcessInfo.processInfo.environment["WRITE_MAP"] != nil {
            map.page = map.rewritten()
            let file = Repository.root.appending(path: "ARCHITECTURE.md")
            try map.page.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        for problem in map.problems(imports: Repository.swift) { Issue.record("\(problem)") }
    }

    @Test func namesTypesBesideTheirFiles() {
        let map = ProjectMap(page: Self.page, manifest: "", folders: [])
        let strangers = map.strangers { Repository.file($0)?.lines.joined(separator: "\n") }
        #expect(strangers == [])
        let sample =
            "  ▼ AgentKeeper                 Sources/Services/KeychainAgent/Wire/Frame.swift"
        let wrong = ProjectMap(page: sample, manifest: "", folders: [])
        #expect(wrong.strangers { _ in "struct Frame" } != [])
        #expect(wrong.strangers { _ in "struct AgentKeeper" } == [])
    }

    @Test func explainsEachWordOnce() {
        let words = RepositoryRule.glossaryEntries(of: Repository.file("ARCHITECTURE.md"))
        #expect(words.count > 80)
        #expect(words.count == Set(words).count)
        #expect(
            words.filter { $0 != "fault" && $0 != "failure" }
                == words.filter { $0 != "fault" && $0 != "failure" }.sorted(),
            "Keep the glossary in order."
        )
    }

    /// A small repository, and each way in which its map can be wrong.
    @Test(arguments: [
        ("nothing", "", "", ""),
        (
            "a target without a wing", "[\"Pear\", \"Apple\"]", "[\"Pear\"]",
            "Name each target once"
        ),
        (
            "a target in two wings", "[\"Earth\"],\n]", "[\"Earth\", \"Pear\"],\n]",
            "Name each target once"
        ),
        (
            "a target above one that it depends on", "[\"Pear\"]", "[\"Pear\", \"Basket\"]",
            "Apple stands below Basket"
        ),
        ("an old drawing", " Fruit      Pear  Apple", " Fruit      Pear", "Run 'make map'"),
        ("an old comment", "// Grows on trees.", "// Grows on bushes.", "Run 'make map'"),
        (
            "a folder that is on no page", "`Seeds` what grows", "what grows",
            "Sources/Fruit/Pear/Seeds is not on the page"
        ),
        (
            "a wing in a folder of another name", "\"Soil\": [", "\"Ground\": [",
            "Sources/Ground/Earth is no folder"
        ),
        (
            "a folder that is no wing", "\"Soil\": [", "\"Ground\": [",
            "Sources/Soil is not in the table"
        ),
        (
            "a target in the folder of another wing", "\"Fruit\": [\"Pear\", \"Apple\"]",
            "\"Fruit\": [\"Apple\"],\n\"Leaves\": [\"Pear\"]",
            "Sources/Fruit/Pear is not in the table"
        ),
        (
            "an import that the manifest does not give", "[\"Pear\"]", "[\"Earth\"]",
            "Package.swift does not give Apple Pear"
        ),
        ("a page without a table", "<!-- walls: written by make map -->", "", "no place for walls"),
    ])
    func isNoticed(what: String, old: String, new: String, problem: String) {
        let manifest = """
            // Holds fruit.
            .executableTarget(name: "Basket", dependencies: ["Apple", "Pear"]),
            // Grows on trees.
            // Keeps well.
            .target(
                name: "Apple",
                dependencies: ["Pear"],
                swiftSettings: strict
            ),
            // Grows on trees, too.
            .target(name: "Pear", dependencies: ["Earth"]),
            // Lies below.
            .target(name: "Earth"),
            // Is for tests.
            .target(name: "Spade", path: "Tests/Spade"),
            let wings: KeyValuePairs = [
                "Tools": ["Basket"],
                "Fruit": ["Pear", "Apple"],
                "Soil": ["Earth"],
            ]

            """
        let page = """
            <!-- wings: written by make map -->
            <!-- end of wings -->
            <!-- targets: written by make map -->
            <!-- end of targets -->
            <!-- walls: written by make map -->
            <!-- end of walls -->
            <!-- chapters: written by make map -->
            <!-- end of chapters -->
            | `Sources/Fruit/Pear` | `Seeds` what grows |
            """
        let folders = [
            "Tools", "Tools/Basket", "Fruit", "Fruit/Apple", "Fruit/Pear", "Fruit/Pear/Seeds",
            "Fruit/Pear/Seeds/Small", "Soil", "Soil/Earth",
        ].map { "Sources/" + $0 }
        let rewritten = ProjectMap(page: page, manifest: manifest, folders: folders).rewritten()
        let map = ProjectMap(
            page: old.isEmpty
                ? rewritten.joined(separator: "\n")
                : rewritten.joined(separator: "\n").replacingOccurrences(of: old, with: new),
            manifest: old.isEmpty
                ? manifest : manifest.replacingOccurrences(of: old, with: new),
            folders: folders
        )
        let file = SourceFile(path: "Sources/Fruit/Apple/Apple.swift", text: "import Pear\n")
        let problems = map.problems(imports: [file])
        #expect(problem.isEmpty ? problems == [] : problems.contains { $0.contains(problem) })
    }
}
