package import KeychainSync

/// The common rules of all engines, whatever they store files in: one table for all of them.
package struct EngineCheck: Sendable, CustomStringConvertible {
    /// Makes another client of the same store, which is empty at the beginning of a check.
    package typealias Clients = @Sendable () throws -> any VaultEngine

    package let description: String
    /// Whether clients work at the same moment in it.
    package var isRace: Bool {
        ["racers", "those who begin", "seen as a whole"].contains(where: description.contains)
    }

    /// Looks, and returns the broken rules.
    package let violations: @Sendable (Clients) async throws -> [String]

    package static let all: [EngineCheck] = [
        EngineCheck("a store without files is empty") { clients in
            let engine = try clients()
            let state = try await engine.snapshot()
            let read = try await engine.read(["head", "items/00/00"], of: state)
            let listed = try await engine.list("items", of: state)
            return expect(read.isEmpty && listed.isEmpty, "It has files.")
        },
        EngineCheck("what one client commits, another one reads and lists") { clients in
            let (one, other) = (try clients(), try clients())
            let bytes = [UInt8](0...255)
            let first = try await commit(one, ["head": [1], "items/aa/b": bytes, "empty": []])
            let second = try await commit(one, ["head": [2], "items/aa/b": nil, "items/cc/d": [3]])
            let state = try await other.snapshot()
            let paths = ["head", "items/aa/b", "items/cc/d", "empty", "items", "none/at/all"]
            let read = try await other.read(paths, of: state)
            let listed = try await other.list("items", of: state)
            let wanted: [String: [UInt8]] = ["head": [2], "items/cc/d": [3], "empty": []]
            return expect(first == .committed && second == .committed, "\(first), \(second)")
                + expect(read == wanted, "It reads \(read).")
                + expect(listed == ["items/cc/d"], "It lists \(listed).")
        },
        EngineCheck("bytes of every length come back as they were") { clients in
            let engine = try clients()
            var files: [String: [UInt8]] = [:]
            for length in [0, 1, 2, 1023, 1024, 65_535, 65_536, 1_000_000] {
                files["items/\(length)"] = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            }
            files["items/lines"] = Array("\n\r\n\u{0}\ndone\nD head\n".utf8)
            let outcome = try await commit(engine, files.mapValues { $0 })
            let state = try await engine.snapshot()
            let read = try await engine.read(Array(files.keys), of: state)
            return expect(outcome == .committed && read == files, "\(outcome), \(read.count) files")
        },
        EngineCheck("the keys of a thousand members are one file") { clients in
            let (one, other) = (try clients(), try clients())
            let file = { (seed: Int) in
                (0..<2_500_000).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31) }
            }
            var found: [String] = []
            // Two of them in one commit, replaced by others, then by short and empty ones, and removed.
            let turns: [[String: [UInt8]?]] = [
                ["head": [1], "keys/1": file(1), "keys/2": file(2)], ["keys/1": file(3)],
                ["keys/1": [], "keys/2": [9]], ["keys/1": file(4)], ["keys/1": nil],
            ]
            var wanted: [String: [UInt8]] = [:]
            for files in turns {
                let outcome = try await commit(one, files)
                for (path, bytes) in files { wanted[path] = bytes }
                let state = try await other.snapshot()
                let paths = ["head", "keys/1", "keys/2", "keys/3"]
                let read = try await other.read(paths, of: state)
                let lengths = read.mapValues(\.count)
                found += expect(outcome == .committed && read == wanted, "\(outcome), \(lengths)")
                let listed = try await other.list("keys", of: state)
                let names = wanted.keys.filter { $0.hasPrefix("keys/") }.sorted()
                found += expect(listed == names, "It lists \(listed).")
            }
            let old = try await other.snapshot()
            _ = try await commit(one, ["head": [2]])
            let late = await other.commit([VaultFileChange("keys/3", file(5))], onto: old)
            let read = try await one.read(["keys/3"], of: try await one.snapshot())
            return found + expect(late == .refused && read.isEmpty, "\(late)")
        },
        EngineCheck("a commit onto an older state is refused, and changes nothing") { clients in
            let (one, other) = (try clients(), try clients())
            let old = try await other.snapshot()
            _ = try await commit(one, ["head": [1]])
            let late = await other.commit([VaultFileChange("head", [9])], onto: old)
            let state = try await other.snapshot()
            _ = try await commit(one, ["head": [2]])
            let later = await other.commit([VaultFileChange("head", [9])], onto: state)
            let read = try await other.read(["head"], of: try await other.snapshot())
            return expect(late == .refused && later == .refused, "\(late), \(later)")
                + expect(read == ["head": [2]], "It reads \(read).")
        },
        EngineCheck("a state stays what it was, or cannot be read any more") { clients in
            let (one, other) = (try clients(), try clients())
            _ = try await commit(one, ["head": [1], "items/a": [1]])
            let state = try await other.snapshot()
            _ = try await commit(one, ["head": [2], "items/a": nil, "items/b": [2]])
            do throws(EngineFailure) {
                let read = try await other.read(["head", "items/a", "items/b"], of: state)
                return expect(read == ["head": [1], "items/a": [1]], "It reads \(read).")
            } catch {
                return expect(error == .compacted || error == .unavailable, "\(error)")
            }
        },
        EngineCheck("files that no vault has are refused, and nothing of their commit stays") {
            clients in
            let engine = try clients()
            _ = try await commit(engine, ["head": [1]])
            let paths = [
                "", "/", "/head", "head/", "a//b", "..", "../a", "a/../b", ".git/config", "A",
                "a b",
                "a\nb", "a\u{0}b", "\"a", "ä", "a:b", "-a", String(repeating: "a", count: 201),
            ]
            var found: [String] = []
            for path in paths {
                let state = try await engine.snapshot()
                let changes = [VaultFileChange("head", [2]), VaultFileChange(path, [1])]
                let outcome = await engine.commit(changes, onto: state)
                found += expect(outcome == .refused, "\(path): \(outcome)")
            }
            let large = [UInt8](repeating: 0, count: VaultFileChange.longest + 1)
            let outcome = try await commit(engine, ["head": [2], "items/a": large])
            let read = try await engine.read(["head", "items/a"], of: try await engine.snapshot())
            return found + expect(outcome == .refused && read == ["head": [1]], "\(outcome)")
        },
        EngineCheck("paths that no vault has are not there") { clients in
            let engine = try clients()
            _ = try await commit(engine, ["head": [1]])
            let state = try await engine.snapshot()
            let read = try await engine.read(
                ["", "../head", "HEAD", "head\nhead", ":head"],
                of: state
            )
            let listed = try await engine.list("../", of: state) + engine.list("", of: state)
            return expect(read.isEmpty && listed.isEmpty, "\(read), \(listed)")
        },
        EngineCheck("a second copy of a commit changes nothing") { clients in
            let engine = try clients()
            let state = try await engine.snapshot()
            let changes = [VaultFileChange("head", [1]), VaultFileChange("log/1", [1])]
            let first = await engine.commit(changes, onto: state)
            let second = await engine.commit(changes, onto: state)
            let read = try await engine.read(["head", "log/1"], of: try await engine.snapshot())
            return expect(first == .committed, "\(first)")
                // A store can see that it is the same one.
                + expect(second == .refused || second == .committed, "\(second)")
                + expect(read == ["head": [1], "log/1": [1]], "\(read)")
        },
        EngineCheck("of those who begin, one is first") { clients in
            try await race(clients, racers: 4, commits: 1)
        },
        EngineCheck("8 racers exclude each other") { clients in
            try await race(clients, racers: 8, commits: 3)
        },
        EngineCheck("a commit is seen as a whole") { clients in
            try await seenWhole(clients)
        },
    ]

    private init(
        _ description: String,
        _ violations: @escaping @Sendable (Clients) async throws -> [String]
    ) {
        (self.description, self.violations) = (description, violations)
    }

    private static func expect(_ holds: Bool, _ text: String) -> [String] { holds ? [] : [text] }

    private static func commit(
        _ engine: any VaultEngine,
        _ files: [String: [UInt8]?]
    ) async throws -> CommitOutcome {
        let changes = files.sorted { $0.key < $1.key }.map { VaultFileChange($0.key, $0.value) }
        return await engine.commit(changes, onto: try await engine.snapshot())
    }
}

// MARK: Many clients

extension EngineCheck {
    /// Each racer adds its commits to a log; all must be in it once, one after another.
    private static func race(
        _ clients: Clients,
        racers: Int,
        commits: Int
    ) async throws -> [String] {
        var engines: [any VaultEngine] = []
        for _ in 0..<racers { engines.append(try clients()) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, engine) in engines.enumerated() {
                group.addTask {
                    for turn in 0..<commits {
                        try await append([UInt8(number), UInt8(turn)], engine)
                    }
                }
            }
            try await group.waitForAll()
        }
        let engine = try clients()
        let state = try await engine.snapshot()
        let names = (1...racers * commits).map { "log/\($0)" }
        let read = try await engine.read(names + ["head"], of: state)
        let entries = names.compactMap { read[$0] }
        return expect(read["head"] == [UInt8(racers * commits)], "head: \(read["head"] ?? [])")
            + expect(
                Set(entries).count == names.count,
                "\(entries.count) entries of \(names.count)"
            )
    }

    /// Appends an entry; an outcome that is not known is looked up.
    private static func append(_ entry: [UInt8], _ engine: any VaultEngine) async throws {
        while true {
            let state = try await engine.snapshot()
            let length = try await engine.read(["head"], of: state)["head"]?.first ?? 0
            let names = (0..<Int(length)).map { "log/\($0 + 1)" }
            if try await engine.read(names, of: state).values.contains(entry) { return }
            let changes = [
                VaultFileChange("head", [length + 1]), VaultFileChange("log/\(length + 1)", entry),
            ]
            if await engine.commit(changes, onto: state) == .committed { return }
        }
    }

    /// While one client replaces all files again and again, another one sees one state at a time.
    private static func seenWhole(_ clients: Clients) async throws -> [String] {
        let (writer, reader) = (try clients(), try clients())
        let names = (0..<20).map { "items/\($0)" }
        let last: UInt8 = 8
        async let writing: Void = {
            for value in 1...last {
                let changes = names.map { VaultFileChange($0, [value]) }
                _ = await writer.commit(changes, onto: try await writer.snapshot())
            }
        }()
        var found: [String] = []
        var newest: UInt8 = 0
        while newest < last, found.isEmpty {
            let state = try await reader.snapshot()
            let read: [String: [UInt8]]
            do throws(EngineFailure) { read = try await reader.read(names, of: state) } catch {
                // The store has forgotten that state meanwhile.
                if error == .compacted { continue }
                throw error
            }
            let values = Set(read.values)
            let value = values.first?.first ?? 0
            found += expect(
                values.count <= 1 && [0, names.count].contains(read.count),
                "\(values)"
            )
            found += expect(value >= newest, "After \(newest) it shows \(value).")
            newest = value
        }
        try await writing
        return found
    }
}
