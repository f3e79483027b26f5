package import KeychainSync

/// What every engine of files must do, whatever it keeps them in.
///
/// Reports what does not hold as sentences, so that it can run on any engine.
package struct EngineConformance {
    /// Engines of one vault, as several devices have them. The vault must have no file at first.
    private let engines: [any VaultEngine]
    private var failures: [String] = []

    package init(_ engines: [any VaultEngine]) { self.engines = engines }

    /// Runs everything.
    ///
    /// - Returns: What did not hold.
    package static func failures(of engines: [any VaultEngine]) async -> [String] {
        var run = EngineConformance(engines)
        do throws(EngineFailure) {
            try await run.checkEmpty()
            try await run.checkFiles()
            try await run.checkStates()
            try await run.checkExclusion()
            try await run.checkRace()
        } catch {
            run.failures.append("The engine failed: \(error)")
        }
        return run.failures
    }

    private mutating func expect(_ truth: Bool, _ sentence: String) {
        if !truth { failures.append(sentence) }
    }

    private var engine: any VaultEngine { engines[0] }

    /// Commits onto the present state.
    private func commit(_ files: [String: [UInt8]?]) async throws(EngineFailure) -> CommitOutcome {
        let changes = files.map { VaultFileChange($0.key, $0.value) }
        return await engine.commit(changes, onto: try await engine.snapshot())
    }

    private mutating func checkEmpty() async throws(EngineFailure) {
        let snapshot = try await engine.snapshot()
        expect(try await engine.read(["head"], of: snapshot).isEmpty, "A new vault has a file.")
        expect(try await engine.read([], of: snapshot).isEmpty, "Nothing is something.")
        expect(try await engine.list("items", of: snapshot).isEmpty, "A new vault lists a file.")
        expect(
            await engine.commit([VaultFileChange("head", [1])], onto: VaultSnapshot("?"))
                != .committed,
            "A commit onto no state is accepted."
        )
    }

    private mutating func checkFiles() async throws(EngineFailure) {
        let files: [String: [UInt8]] = [
            "head": [1], "log/1": Array(0...255), "log/2": [], "items/00/a": [0],
            "items/01/b": [UInt8](repeating: 7, count: 1_000_000),
        ]
        expect(try await commit(files) == .committed, "Files are not accepted.")
        for engine in engines {
            let snapshot = try await engine.snapshot()
            let names = Array(files.keys) + ["log/3", "hea", "head/", "items/00"]
            expect(try await engine.read(names, of: snapshot) == files, "Files differ.")
            let listed = try await engine.list("items", of: snapshot)
            expect(listed.sorted() == ["items/00/a", "items/01/b"], "A folder lists \(listed).")
            expect(
                try await engine.list("items/0", of: snapshot).isEmpty,
                "Half a name of a folder lists files."
            )
        }
        let outcome = try await commit(["log/2": nil, "items/00/a": [2], "none": nil])
        expect(outcome == .committed, "Removing files is not accepted.")
        let snapshot = try await engine.snapshot()
        let read = try await engine.read(["log/1", "log/2", "items/00/a", "none"], of: snapshot)
        expect(read == ["log/1": Array(0...255), "items/00/a": [2]], "A removed file is there.")
        let many = (0..<300).map { "many/\($0)" }
        for part in stride(from: 0, to: 300, by: 100) {
            let names = many[part..<part + 100]
            _ = try await commit(Dictionary(uniqueKeysWithValues: names.map { ($0, [9]) }))
        }
        let present = try await engine.snapshot()
        expect(try await engine.read(many, of: present).count == 300, "Many files are not read.")
        expect(try await engine.list("many", of: present).count == 300, "Many are not listed.")
    }

    private mutating func checkStates() async throws(EngineFailure) {
        _ = try await commit(["state/a": [1], "state/b": [1]])
        let old = try await engine.snapshot()
        _ = try await commit(["state/a": [2], "state/b": nil, "state/c": [2]])
        let names = ["state/a", "state/b", "state/c"]
        expect(
            try await engine.read(names, of: old) == ["state/a": [1], "state/b": [1]],
            "An old state shows newer files."
        )
        expect(
            try await engine.list("state", of: old).sorted() == ["state/a", "state/b"],
            "An old state lists newer files."
        )
        expect(
            await engine.commit([VaultFileChange("state/d", [3])], onto: old) == .refused,
            "A commit onto an old state is not refused."
        )
        let new = try await engine.snapshot()
        expect(
            try await engine.read(names + ["state/d"], of: new) == [
                "state/a": [2], "state/c": [2],
            ],
            "A refused commit left something."
        )
    }

    /// Commits exclude each other, whichever files they replace.
    private mutating func checkExclusion() async throws(EngineFailure) {
        let snapshot = try await engine.snapshot()
        var outcomes: [CommitOutcome] = []
        for (number, engine) in engines.enumerated() {
            outcomes.append(
                await engine.commit([VaultFileChange("alone/\(number)", [1])], onto: snapshot)
            )
        }
        let expected = [.committed] + outcomes.dropFirst().map { _ in CommitOutcome.refused }
        expect(outcomes == expected, "Commits onto one state: \(outcomes).")
    }

    /// Racers count in one file; each commit that was accepted counts once.
    private mutating func checkRace() async throws(EngineFailure) {
        let rounds = 5
        let engines = engines
        let accepted = await withTaskGroup(of: Int.self) { group in
            for racer in 0..<8 {
                let engine = engines[racer % engines.count]
                group.addTask {
                    var accepted = 0
                    for _ in 0..<100 where accepted < rounds {
                        guard let snapshot = try? await engine.snapshot(),
                            let count = try? await engine.read(["race"], of: snapshot)["race"]
                                ?? [0]
                        else { continue }
                        let changes = [
                            VaultFileChange("race", [count[0] + 1]),
                            VaultFileChange("racer/\(racer)", [UInt8(accepted) + 1]),
                        ]
                        if await engine.commit(changes, onto: snapshot) == .committed {
                            accepted += 1
                        }
                    }
                    return accepted
                }
            }
            return await group.reduce(0, +)
        }
        let snapshot = try await engine.snapshot()
        let names = ["race"] + (0..<8).map { "racer/\($0)" }
        let files = try await engine.read(names, of: snapshot)
        let sum = names.dropFirst().reduce(0) { $0 + Int(files[$1]?.first ?? 0) }
        expect(accepted == 8 * rounds, "Racers got \(accepted) commits of \(8 * rounds).")
        expect(Int(files["race"]?.first ?? 0) == accepted, "Racers overwrote each other.")
        expect(sum == accepted, "A commit was made in part.")
    }
}
