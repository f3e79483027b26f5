// Measures what depends on the number of items and of readers, beside the limits.
//
//     Limits [--check] [--large ITEMS] [--program KEYCHAINCTL]
import Foundation
import PortableKeychain

/// One line of the table: the measurement, and its limit.
struct Line {
    let title: String
    let measured: Double
    let limit: Double
    let unit: String
    /// Whether more is better.
    var isLeast = false

    var isKept: Bool { isLeast ? measured >= limit : measured <= limit }

    var text: String {
        let bound = isLeast ? "at least" : "at most"
        return
            "| \(title) | \(Self.short(measured)) \(unit) | \(bound) \(Self.short(limit)) \(unit) "
            + "| \(isKept ? "kept" : "missed") |"
    }

    private static func short(_ number: Double) -> String { String(format: "%.2f", number) }
}

/// The shortest of several times: other programs can only make one longer.
struct Best {
    private(set) var seconds = Double.infinity

    mutating func add(_ time: Double) { seconds = min(seconds, time) }
}

/// A failure that ends a measurement.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: name).flatMap { place in
        place + 1 < arguments.count ? arguments[place + 1] : nil
    }
}

/// The seconds that a body takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

let folder = NSTemporaryDirectory() + "/keychain-limits-\(getpid())"

func open(_ size: Int) throws -> Keychain {
    let configuration = Keychain.Configuration(
        applicationIdentifier: Items.group,
        accessGroups: [],
        folder: folder + "/\(size)"
    )
    return try Keychain.create(.named("default"), configuration: configuration)
}

do {
    try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var lines: [Line] = []
    let usual = try Items(open(10_000), count: 10_000)
    lines += try usual.readersAtOnce()
    lines.append(try usual.growth(to: option("--large").flatMap { Int($0) } ?? 1_000_000, open))
    if let program = option("--program") { lines += try CommandLineTool(program).lines() }
    print("| measured on \(ProcessInfo.processInfo.activeProcessorCount) processors | | | |")
    print("|---|--:|--:|---|")
    for line in lines { print(line.text) }
    if CommandLine.arguments.contains("--check"), lines.contains(where: { !$0.isKept }) {
        try? FileManager.default.removeItem(atPath: folder)
        exit(1)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    try? FileManager.default.removeItem(atPath: folder)
    exit(1)
}
