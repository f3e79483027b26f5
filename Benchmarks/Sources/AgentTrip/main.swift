// The cost of a read through the agent beside one without, and beside the least exchange between
// two programs: AgentTrip KEYCHAIND [--reads N] [--instructions] [--check]
//
// The agent is a real one, with a folder of its own and a user who allows everything. The three kinds of
// round take turns, so that other load on the machine affects all. '--instructions' has valgrind count
// those of the agent for one read, which do not depend on the machine's load. '--check' fails above a limit.
import Foundation
import KeychainAgentClient
import PortableKeychain

/// The median of a read through the agent, with the read included, in rounds of the echo: 50 µs where
/// an echo takes 10 µs.
let mostEchoes = 5.0
/// The instructions of the agent for one read, without those of the system.
let mostInstructions = 130_000
let words = Array(CommandLine.arguments.dropFirst())
guard let program = words.first else {
    fatalError("usage: AgentTrip KEYCHAIND [--reads N] [--instructions] [--check]")
}
if program == "echo" { try Echo.serve(words[1]) }
let chosen = words.firstIndex(of: "--reads").flatMap { words.dropFirst($0 + 1).first }.flatMap {
    Int($0)
}
let reads = chosen ?? 20_000
let stage = try Stage()
let items = (0..<100).map { GenericPassword(service: "api", account: "\($0)") }
let direct = try Keychain.openOrCreate(.standard)
for item in items { try direct.set("s3cret of \(item.account)", for: item) }
AgentClient.install()

func read(_ keychain: Keychain, _ number: Int) throws {
    guard try keychain.secret(for: items[number % items.count]) != nil else {
        fatalError("an item is missing")
    }
}

/// The instructions of a whole agent that answers some reads.
func instructions(of reads: Int) throws -> Int {
    let log = stage.folder + "/counted"
    let counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    let daemon = try stage.start(
        counter + ["--log-file=" + log, program, "--agent"],
        socket: "run/portable-keychain/agent"
    )
    let through = try Keychain.default
    for number in 0..<reads { try read(through, number) }
    daemon.end()
    let text = try String(contentsOfFile: log, encoding: .utf8)
    guard let line = text.split(separator: "\n").last(where: { $0.contains("Collected : ") }),
        let count = line.split(separator: " ").last.flatMap({ Int($0) })
    else { fatalError("valgrind counted nothing: \(text.suffix(500))") }
    return count
}

if words.contains("--instructions") {
    // The cost of the start is in both.
    let (few, many) = (try instructions(of: 500), try instructions(of: 2500))
    let each = (many - few) / 2000
    print("\(each) instructions of the agent for a read, limit \(mostInstructions)")
    stage.remove()
    exit(words.contains("--check") && each > mostInstructions ? 1 : 0)
}

let daemon = try stage.start([program, "--agent"], socket: "run/portable-keychain/agent")
let echo = try stage.start(
    [CommandLine.arguments[0], "echo", stage.folder + "/echo"],
    socket: "echo"
)
let through = try Keychain.default
let line = try Echo.connected(stage.folder + "/echo")

/// The duration of each of some rounds, in microseconds.
func times(_ count: Int, _ round: (Int) throws -> Void) rethrows -> [Double] {
    try (0..<count).map { number in
        try ContinuousClock().measure { try round(number) } / .microseconds(1)
    }
}

func echoes(_ count: Int) -> [Double] {
    times(count) { _ in
        guard Echo.exchange(line, first: true) else { fatalError("the echo has ended") }
    }
}

func reads(_ keychain: Keychain, _ count: Int) throws -> [Double] {
    try times(count) { try read(keychain, $0) }
}

var (bare, without, withAgent): ([Double], [Double], [Double]) = ([], [], [])
_ = try (echoes(1000), reads(direct, 1000), reads(through, 1000))
for _ in 0..<20 {
    bare += echoes(reads / 20)
    without += try reads(direct, reads / 20)
    withAgent += try reads(through, reads / 20)
}
for process in [daemon, echo] { process.end() }
stage.remove()

func show(_ name: String, _ times: [Double]) -> Double {
    let sorted = times.sorted()
    let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print(name, String(format: "%.1f µs, 99 %% within %.1f µs", median, late))
    return median
}
let least = show("an echo", bare)
_ = show("a read without the agent", without)
let ratio = show("a read through the agent", withAgent) / least
print(String(format: "%.1f echoes, limit %.1f", ratio, mostEchoes))
exit(words.contains("--check") && ratio > mostEchoes ? 1 : 0)
