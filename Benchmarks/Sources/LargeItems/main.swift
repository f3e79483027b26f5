// Keeps items of growing size beside a thousand small ones, and measures both.
//
//     LargeItems [MEGABYTES...]    20 by default
import Glibc
import PortableKeychain

func now() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// The median of some runs, in microseconds.
func median(_ runs: Int, _ work: () throws -> Void) rethrows -> Double {
    var times: [Int] = []
    for _ in 0..<runs {
        let start = now()
        try work()
        times.append(now() - start)
    }
    return Double(times.sorted()[runs / 2]) / 1000
}

/// A line of /proc/self/status, in mebibytes.
func memory(_ name: String) -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        if text.hasPrefix(name) {
            let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
            return (words.dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
        }
    }
    return 0
}

/// Resets `VmHWM`.
func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
}

func text(_ number: Double) -> String {
    let tenths = (number * 10).rounded() / 10
    return "\(tenths)"
}

var sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
if sizes.isEmpty { sizes = [20] }
var folder = Array("/tmp/large-items-XXXXXX".utf8CString)
guard mkdtemp(&folder) != nil else { exit(1) }
let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
defer {
    _ = try? Keychain.remove(.file(path + "/large.keychain"))
}
let keychain = try Keychain.create(
    .file(path + "/large.keychain"),
    configuration: Keychain.Configuration(
        applicationIdentifier: "benchmarks",
        accessGroups: [],
        folder: path
    )
)
for number in 0..<1000 {
    try keychain.add("secret", for: GenericPassword(service: "small", account: "\(number)"))
}

func neighbours() throws -> (read: Double, list: Double, insert: Double) {
    var number = 0
    return (
        read: try median(1000) {
            number = (number * 7 + 13) % 1000
            _ = try keychain.secret(
                matching: .genericPassword(service: "small", account: "\(number)")
            )
        },
        list: try median(9) {
            _ = try keychain.items(matching: KeychainQuery<GenericPassword>.all)
        },
        insert: try median(50) {
            number += 1
            try keychain.add("s", for: GenericPassword(service: "more", account: "\(number)"))
        }
    )
}

print("size MB | store ms | read ms | delete ms | peak MB | others: read µs | list ms | insert µs")
let before = try neighbours()
print(
    "0 | – | – | – | – | \(text(before.read)) | \(text(before.list / 1000))"
        + " | \(text(before.insert))"
)
for size in sizes {
    _ = try keychain.delete(matching: .genericPassword(service: "more"))
    let item = GenericPassword(service: "large", account: "\(size)")
    let payload = SecretBytes.random(count: size * 1_000_000)
    forgetPeak()
    let base = memory("VmRSS")
    let store = try median(1) { try keychain.add(payload, for: item) }
    let read = try median(3) {
        let found = try keychain.secret(matching: .exactly(item))
        guard found?.matches(payload) == true else { exit(1) }
    }
    let peak = memory("VmHWM") - base
    let beside = try neighbours()
    let delete = try median(1) { _ = try keychain.delete(matching: .exactly(item)) }
    print(
        "\(size) | \(text(store / 1000)) | \(text(read / 1000)) | \(text(delete / 1000))"
            + " | \(text(peak)) | \(text(beside.read)) | \(text(beside.list / 1000))"
            + " | \(text(beside.insert))"
    )
}
