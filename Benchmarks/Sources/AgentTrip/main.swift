// What a read through the agent takes beside one without: AgentTrip KEYCHAIND [--reads N] [--check]
//
// The agent is a real one, with a folder of its own and a user who allows everything. Reads with it and
// without it take turns, so that other load on the machine affects both. '--check' fails above the limit.
import Foundation
import KeychainAgentClient
import PortableKeychain

/// The median of a read through the agent, with the read included, in microseconds.
let limit = 50.0
let words = Array(CommandLine.arguments.dropFirst())
guard let program = words.first else {
    fatalError("usage: AgentTrip KEYCHAIND [--reads N] [--check]")
}
let chosen = words.firstIndex(of: "--reads").flatMap { words.dropFirst($0 + 1).first }.flatMap {
    Int($0)
}
let reads = chosen ?? 20_000

let folder = NSTemporaryDirectory() + "/trip-" + UUID().uuidString.prefix(8)
let files = FileManager.default
for path in [folder, folder + "/run"] {
    try files.createDirectory(
        atPath: path,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
    )
}
let pinentry = """
    #!/bin/sh
    echo OK
    while read -r line; do
        echo OK
        case $line in BYE*) exit 0 ;; esac
    done
    """
try Data(pinentry.utf8).write(to: URL(filePath: folder + "/pinentry"))
try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/pinentry")
for (name, value) in [
    ("XDG_RUNTIME_DIR", folder + "/run"), ("XDG_DATA_HOME", folder),
    ("PORTABLE_KEYCHAIN_AGENT", "require"),
    ("PORTABLE_KEYCHAIN_AUTHENTICATOR", folder + "/pinentry"),
] { setenv(name, value, 1) }

let daemon = Process()
daemon.executableURL = URL(filePath: program)
daemon.arguments = ["--agent"]
try daemon.run()
for _ in 0..<1000 where !files.fileExists(atPath: folder + "/run/portable-keychain/agent") {
    usleep(10_000)
}
usleep(200_000)

AgentClient.install()
let through = try Keychain.default
let direct = try Keychain.open()
let items = (0..<100).map { GenericPassword(service: "api", account: "\($0)") }
for item in items { try direct.set("s3cret of \(item.account)", for: item) }

/// How long each of some reads takes, in microseconds.
func times(_ keychain: Keychain, _ count: Int) throws -> [Double] {
    try (0..<count).map { number in
        let item = items[number % items.count]
        let time = try ContinuousClock().measure {
            guard try keychain.secret(for: item) != nil else { fatalError("an item is missing") }
        }
        return time / .microseconds(1)
    }
}

var (withAgent, without): ([Double], [Double]) = ([], [])
_ = try (times(through, 1000), times(direct, 1000))
for _ in 0..<20 {
    without += try times(direct, reads / 20)
    withAgent += try times(through, reads / 20)
}
daemon.terminate()
daemon.waitUntilExit()
try? Keychain.remove(.standard)
try? files.removeItem(atPath: folder)

func show(_ name: String, _ times: [Double]) -> Double {
    let sorted = times.sorted()
    let (median, late) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print(name, String(format: "%.1f µs, 99 %% within %.1f µs", median, late))
    return median
}
let (short, long) = (show("direct", without), show("through the agent", withAgent))
print(String(format: "%.1f times, limit %.0f µs", long / short, limit))
exit(words.contains("--check") && long > limit ? 1 : 0)
