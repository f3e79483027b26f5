import Foundation
import Testing

/// The rules of the repository that a compiler does not check.
@Suite struct TidyTests {
    @Test(arguments: TidyRule.all)
    func isKept(rule: TidyRule) {
        for violation in Repository.swift.flatMap(rule.check) {
            Issue.record("\(violation)")
        }
    }

    @Test(arguments: TidyRule.english)
    func isKeptBesideThePackage(rule: TidyRule) {
        #expect(Repository.beside.count > 100)
        for violation in Repository.beside.flatMap(rule.check) {
            Issue.record("\(violation)")
        }
    }

    @Test func startsProgramsInOneWayInC() {
        #expect(Repository.inC.count > 10)
        for violation in Repository.inC.flatMap(TidyRule.newProcesses.check) {
            Issue.record("\(violation)")
        }
    }

    @Test(arguments: [
        "pid_t process = fork();", "execvp(words[0], words);", "popen(line, \"r\")",
        "system(line);",
        "posix_spawn_file_actions_init(&files);",
    ])
    func noticesEachWayToMakeAProcess(code: String) {
        let file = SourceFile(path: "Sources/System/CKeychainPlatform/X.c", text: code)
        #expect(!TidyRule.newProcesses.check(file).isEmpty)
    }

    @Test(arguments: [
        "func fork(with other: LogTrail) -> UInt64 {", "client.system(owner)", "ChildProcess(self)",
        "static func system(",
        "try variables.execute(words)",
    ])
    func takesNothingElseForANewProcess(code: String) {
        let file = SourceFile(path: "Sources/Sync/KeychainSync/X.swift", text: code)
        #expect(TidyRule.newProcesses.check(file).isEmpty)
    }

    @Test(arguments: TidyRule.all)
    func isNoticed(rule: TidyRule) {
        let file = SourceFile(path: rule.bad.path, text: rule.bad.text)
        #expect(!rule.check(file).isEmpty)
    }

    @Test(arguments: RepositoryRule.all)
    func isKept(rule: RepositoryRule) {
        for violation in rule.check(Repository.swift) { Issue.record("\(violation)") }
    }

    @Test(arguments: RepositoryRule.all)
    func isNoticed(rule: RepositoryRule) {
        for example in rule.bad { #expect(!rule.check(example.sources).isEmpty, "\(example)") }
        for example in rule.good { #expect(rule.check(example.sources).isEmpty, "\(example)") }
    }

    @Test func excusesNoFilesThatDiffer() {
        let alike = Set(
            RepositoryRule.alike(Repository.swift).map { [$0.shorter, $0.longer] }
                .map { Set($0.map(\.path)) }
        )
        for twins in RepositoryRule.twins {
            #expect(alike.contains(Set(twins.paths)), "Remove the excuse of \(twins).")
        }
    }

    @Test func seesTheWholeRepository() {
        #expect(Set(Repository.swift.compactMap(\.target)).count > 40)
        #expect(Repository.swift.contains { $0.path == "Tests/TidyTests/TidyTests.swift" })
    }

    @Test(arguments: [
        ("a // b", "a     "),
        ("a /* /* b */ c */ d", "a                 d"),
        (#"f("a", b)"#, "f(   , b)"),
        (#"f("a\(b("c"))d")"#, "f(    b(   )   )"),
        (##"f(#"a"b"#)"##, "f(       )"),
        (#"f("\"")"#, "f(    )"),
    ])
    func tellsCodeFromText(text: String, code: String) {
        #expect(CodeScanner.code(of: text) == code)
    }

    @Test func explainsEachTarget() throws {
        let manifest = try #require(Repository.file("Package.swift"))
        let targets = manifest.places(of: /^\s*\.(target|executableTarget|systemLibrary|plugin)\(/)
            .filter { manifest.lines[$0].hasPrefix("        .") }
        #expect(targets.count > 5)
        for line in targets {
            let above = manifest.lines[line - 1].trimmingCharacters(in: .whitespaces)
            #expect(
                above.hasPrefix("// "),
                "Package.swift:\(line + 1): say above the target whom it is for, or what it walls off."
            )
        }
    }
}
