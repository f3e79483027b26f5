// Measures this project beside others, in turns, and prints one table (Benchmarks/README.md).
import Foundation

signal(SIGPIPE, SIG_IGN)  // A peer that crashed is told by its answer.
do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == CountedWork.command {
        try CountedWork(arguments).run()
        exit(0)
    }
    let options = try Options(arguments)
    let folder = NSTemporaryDirectory() + "/keychain-benchmarks-\(getpid())"
    try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if options.countsInstructions {
        guard Instructions.areCountable else {
            note("skipped: the count of instructions; install the package valgrind")
            exit(0)
        }
        let instructions = try Instructions(folder: folder, options: options)
        print(instructions.table(markdown: options.isMarkdown))
        let missed = instructions.missed
        if options.checks, !missed.isEmpty {
            try? FileManager.default.removeItem(atPath: folder)
            throw Failure("These targets were missed:\n" + missed.joined(separator: "\n"))
        }
        try? FileManager.default.removeItem(atPath: folder)
        exit(0)
    }
    var rows: [Row] = []
    var syncs: Double?
    for size in options.sizes {
        let bench = try Bench(size: size, folder: folder + "/\(size)", options: options)
        rows += try bench.measureInTurns()
        rows += try bench.measureFreshProcesses()
        if syncs == nil { syncs = try bench.syncsPerWrite() }
    }
    let targets = Targets(rows: rows, syncsPerWrite: syncs).lines
    if options.isJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        print(String(decoding: try encoder.encode(rows), as: UTF8.self))
    } else {
        let order = Bench.systems.filter { name in rows.contains { $0.samples[name] != nil } }
        print(Table(rows: rows, systems: order).text(markdown: options.isMarkdown))
        print("\n" + targets.map { options.isMarkdown ? "- " + $0 : $0 }.joined(separator: "\n"))
    }
} catch {
    note("\(error)")
    exit(1)
}

/// Prints the progress, beside the table.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
