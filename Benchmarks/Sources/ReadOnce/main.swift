// Opens a keychain and works with it once: what a fresh process pays.
//
//     ReadOnce FOLDER SERVICE ACCOUNT    reads, and prints nanoseconds and KiB
//     ReadOnce FOLDER add COUNT          adds items one by one
import Glibc
import PortableKeychain

func now() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// The greatest memory this process has had, in KiB.
func peak() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        if text.hasPrefix("VmHWM:") {
            return text.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
                .flatMap { Int($0) } ?? 0
        }
    }
    return 0
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else { exit(2) }
let start = now()
let keychain = try Keychain.open(
    .named("default"),
    configuration: Keychain.Configuration(
        applicationIdentifier: "benchmarks",
        accessGroups: [],
        folder: arguments[1]
    )
)
if arguments[2] == "add" {
    for number in 0..<(Int(arguments[3]) ?? 0) {
        try keychain.add(
            "secret",
            for: GenericPassword(service: "one sync each", account: "\(getpid()) \(number)")
        )
    }
} else {
    let secret = try keychain.secret(
        matching: .genericPassword(service: arguments[2], account: arguments[3])
    )
    guard secret?.isEmpty == false else { exit(1) }
    print(now() - start, peak())
}
