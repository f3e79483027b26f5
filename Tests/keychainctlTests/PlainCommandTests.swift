import ArgumentParser
import KeychainctlKit
import Testing

@testable import keychainctl

/// The plain reading of a command line, and the parser's.
@Suite struct PlainCommandTests {
    /// Words that the two readings could understand differently.
    private static let words = [
        "get", "set", "del", "store", "erase", "work", "me", "1", "https", "a b", "é", "", "-",
        "--",
        "-s", "-x", "--service", "--service=x", "--account", "--account=", "--server", "--label",
        "--protocol", "--port", "--path", "--group", "--keychain", "--class", "--comment",
        "--cargo-plugin", "--exact", "--mode", "--invisible", "--no-invisible", "--SERVICE",
        "--help", "-h", "--version", "--serv", "=", "--keychain=k", "--keychain=-k", "--keychain==",
        "--exact=", "--mode=creds", "--output", "json", "--output=plain", "--account=a b", "---",
        "--=x",
    ]

    /// Compares both readings of lines that are chosen at random, the same ones in every run, until
    /// enough were plain; returns how many were.
    private static func plainLines<C: PlainCommand>(_ command: C.Type, likely: [String]) -> Int {
        var state: UInt64 = 1
        func choice(_ count: Int) -> Int {
            // Knuth's generator (MMIX); its high bits are the good ones.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var plain = 0
        for _ in 0..<20_000 where plain < enough {
            let line = (0..<choice(6)).map { _ in
                let list = choice(4) == 0 ? words : likely
                return list[choice(list.count)]
            }
            guard let order = C.plainOrder(line) else { continue }
            plain += 1
            #expect(throws: Never.self, "\(line)") {
                let parsed = try C.parse(line).order()
                #expect(parsed == order, "\(line)")
            }
        }
        return plain
    }

    private static let enough = 40

    @Test func getReadsAsTheParserDoes() {
        let names = GetCommand.plainOptions.map { "--\($0)" }
        #expect(
            Self.plainLines(GetCommand.self, likely: names + ["work", "443", "https"])
                == Self.enough
        )
    }

    @Test func listReadsAsTheParserDoes() {
        let likely = ["--json", "--all", "--keychain", "work", "api/ci"]
        #expect(Self.plainLines(ListCommand.self, likely: likely) == Self.enough)
        #expect(ListCommand.plainOrder([]) != nil)
        #expect(ListCommand.plainOrder(["api", "--all", "--json", "--keychain", "work"]) != nil)
    }

    @Test func helpersReadAsTheParserDoes() {
        let one = ["get", "store", "--keychain", "work"]
        #expect(Self.plainLines(GitHelperCommand.self, likely: one) == Self.enough)
        #expect(Self.plainLines(DockerHelperCommand.self, likely: one) == Self.enough)
        let likely = ["get", "set", "work"]
        #expect(Self.plainLines(AWSHelperCommand.self, likely: likely) == Self.enough)
        let keyring = ["get", "work", "me", "--exact", "--mode=creds", "--", "-x"]
        #expect(Self.plainLines(KeyringHelperCommand.self, likely: keyring) == Self.enough)
        let cargo = ["--cargo-plugin", "--keychain", "work"]
        #expect(Self.plainLines(CargoHelperCommand.self, likely: cargo) == Self.enough)
    }

    /// Lines that scripts and other programs run are plain.
    @Test func commonLinesArePlain() {
        #expect(GetCommand.plainOrder(["--service", "api", "--account", "ci"]) != nil)
        #expect(GetCommand.plainOrder(["api/ci"]) != nil)
        #expect(GetCommand.plainOrder(["api/ci", "--keychain", "work"]) != nil)
        #expect(GetCommand.plainOrder(["--server", "example.com", "--keychain", "work"]) != nil)
        #expect(GitHelperCommand.plainOrder(["--keychain", "work", "get"]) != nil)
        #expect(DockerHelperCommand.plainOrder(["get"]) != nil)
        #expect(CargoHelperCommand.plainOrder(["--cargo-plugin"]) != nil)
        #expect(AWSHelperCommand.plainOrder(["get", "work"]) != nil)
        #expect(KeyringHelperCommand.plainOrder(["get", "https://example.com", "me"]) != nil)
        let backend = ["get", "--mode=creds", "--output=json", "--", "-x", "me"]
        #expect(KeyringHelperCommand.plainOrder(backend) != nil)
    }

    /// Everything else is left to the parser, above all lines that need a message.
    @Test(arguments: [
        ["--service"], ["--service", "--account"], ["--service", ""], ["--service="],
        ["--service=", "api"],
        ["--service", "a", "--service", "b"], ["-s", "api"], ["api", "ci"], ["--help"],
        ["--port", "x"],
        ["--service", "a", "--server", "b"], ["--", "--service", "a"], ["--service", "-a"],
        ["api", "--account", "ci"], ["api", "-a", "ci"], ["-"],
    ])
    func otherLinesAreNotPlain(_ line: [String]) {
        #expect(GetCommand.plainOrder(line) == nil)
        #expect(ListCommand.plainOrder(line) == nil)
    }

    /// The parser of one command reads the same as the tree of all commands.
    @Test(arguments: [
        ["get", "--service=api", "-a", "ci"], ["list", "--json"], ["key", "list"], ["status"],
        ["passcode", "set"], ["helper", "git", "get"], ["get", "--keychain", "x", "--invisible"],
    ])
    func oneParserReadsAsTheTreeDoes(_ line: [String]) throws {
        let (one, all) = (try Keychainctl.parsed(line), try Keychainctl.parseAsRoot(line))
        #expect(String(describing: one) == String(describing: all))
    }

    /// The first words name the same command for both readings.
    @Test(arguments: [
        ["get", "--service", "api"], ["list"], ["helper", "git", "get"],
        ["helper", "docker", "get"],
        ["helper", "keyring", "get", "a", "b"], ["helper", "cargo"], ["helper", "aws", "get", "a"],
    ])
    func firstWordsNameTheCommand(_ line: [String]) throws {
        let (command, rest) = try #require(Keychainctl.plainCommand(line[...]))
        let parsed = try Keychainctl.parseAsRoot(line)
        #expect(ObjectIdentifier(command) == ObjectIdentifier(type(of: parsed)))
        #expect(PlainWords(rest, options: command.plainOptions) != nil)
    }

    /// Help and errors name the whole command.
    @Test(arguments: [
        ["get", "--help"], ["get", "--nothing"], ["key", "list", "-h"], ["key"], ["nothing"],
        ["get", "--port"], ["help", "get"], ["--version"], ["get", "--class", "x"], [],
        ["get", "--generate-completion-script", "bash"], ["list", "--version"],
    ])
    func messagesComeFromTheTree(_ line: [String]) {
        func text(_ parse: ([String]) throws -> any ParsableCommand) -> String {
            do {
                var command = try parse(line)
                // Help is a command too, which throws its text.
                try command.run()
                return ""
            } catch {
                return Keychainctl.fullMessage(for: error)
            }
        }
        let (one, all) = (text(Keychainctl.parsed), text { try Keychainctl.parseAsRoot($0) })
        #expect(one == all)
        #expect(!one.isEmpty)
    }

    @Test func theVersionIsTheParsers() throws {
        let error = #expect(throws: (any Error).self) { try Keychainctl.parseAsRoot(["--version"]) }
        #expect(Keychainctl.fullMessage(for: try #require(error)) == SoftwareVersion.text)
    }
}
