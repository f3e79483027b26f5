import Foundation

extension Bench {
    /// Measures programs that start, read one item and end.
    func measureFreshProcesses() throws -> [Row] {
        var opening = Row(work: "open and read, in a fresh process", size: size)
        var memory = Row(work: "memory of that process at most", size: size)
        memory.isMemory = true
        let readers = self.readers
        var times: [String: Samples] = [:]
        var peaks: [String: Samples] = [:]
        for round in 0..<options.rounds * 5 {
            for place in readers.indices {
                let (name, command) = readers[(place + round) % readers.count]
                let words = try Run(command(index(round))).output.split(separator: " ")
                guard words.count == 2, let time = Int64(words[0]),
                    let peak = Int64(words[1].dropLast())
                else { throw Failure("\(name) answered nonsense.") }
                times[name, default: Samples()].add([time])
                peaks[name, default: Samples()].add([peak])
            }
        }
        opening.samples = times.mapValues { Row.Summary($0) }
        memory.samples = peaks.mapValues { Row.Summary($0) }
        return [opening, memory] + (try measureTools())
    }

    /// The number of times that one addition waits for the disk.
    func syncsPerWrite() throws -> Double? {
        guard let counter = peer("syncs.so") else { return nil }
        func syncs(_ count: Int) throws -> Int? {
            let command = [options.programs + "/ReadOnce", keychainFolder, "add", "\(count)"]
            let run = try Run(command, environment: ["LD_PRELOAD": counter])
            return Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        // The cost of opening and closing is in both.
        guard let few = try syncs(1), let many = try syncs(51) else { return nil }
        return Double(many - few) / 50
    }

    private typealias Reader = (name: String, command: (Int) -> [String])

    private var readers: [Reader] {
        var readers: [Reader] = [
            (
                "PortableKeychain",
                { [options, keychainFolder] index in
                    [
                        options.programs + "/ReadOnce", keychainFolder, Corpus.service(index),
                        Corpus.account(index),
                    ]
                }
            )
        ]
        for (name, program) in [("SQLite, plain", "rows-sqlite"), ("SQLCipher", "rows-sqlcipher")] {
            guard let program = peer(program) else { continue }
            let path = path(program)
            readers.append((name, { [program, "once", path, "\($0)"] }))
        }
        return readers
    }

    /// The command line tools as whole processes.
    private func measureTools() throws -> [Row] {
        let program = options.programs + "/keychainctl"
        guard FileManager.default.isExecutableFile(atPath: program) else { return [] }
        var own = Samples()
        var keyring = Samples()
        for round in 0..<options.rounds * 5 {
            let index = index(round)
            let run = try Run(
                [
                    program, "get", "--service", Corpus.service(index), "--account",
                    Corpus.account(index),
                ],
                environment: ["XDG_DATA_HOME": folder]
            )
            guard !run.output.isEmpty else { throw Failure("keychainctl found nothing.") }
            own.add([run.nanoseconds])
            if let tool = try self.keyring?.measure("tool", count: 1, size: size, seed: 104_729) {
                keyring.add(tool)
            }
        }
        var row = Row(work: "keychainctl get, secret-tool lookup", size: size)
        row.samples["PortableKeychain"] = Row.Summary(own)
        if keyring.total > 0 { row.samples[Self.keyringName] = Row.Summary(keyring) }
        return [row]
    }

    private func index(_ round: Int) -> Int { round * 7919 % size }
}
