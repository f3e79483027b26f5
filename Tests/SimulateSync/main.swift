import Foundation
import SyncSimulation

// Runs seeds of the simulation: 'SimulateSync FIRST COUNT', 'SimulateSync mutants FIRST COUNT', or
// 'SimulateSync vault FIRST COUNT [LIE]', 'SimulateSync mirror FIRST COUNT', or 'SimulateSync sharing FIRST COUNT',
// which is about shared vaults; 'SimulateSync sharing mutants FIRST COUNT' counts the seeds that notice each wrong
// decision about them. Or measures: 'SimulateSync gates [ITEMS] [--check]'.
let words = CommandLine.arguments.dropFirst()
let numbers = words.compactMap { UInt64($0) }
let first = numbers.first ?? 0
let count = numbers.dropFirst().first ?? 20_000
var isGood = true
if words.first == "mutants" {
    for mutant in Mutant.all {
        let run = SeedRun(seeds: first..<(first + count), rules: mutant.rules)
        let failures = try run.failures()
        isGood = isGood && !failures.isEmpty
        let kinds = Set(failures.map { String($0.violations[0].prefix(3)) }).sorted()
        print(
            "\(mutant.name): \(failures.count) of \(count), first \(failures.first?.seed ?? 0),",
            kinds
        )
    }
} else if words.first == "sharing" {
    let isCounting = words.contains("mutants")
    if !isCounting {
        let failures = try SharingRun(seeds: first..<(first + count)).failures()
        for failure in failures.prefix(20) {
            print("seed \(failure.seed): \(failure.violations[0])")
        }
        print("\(count) seeds of shared vaults, \(failures.count) failed")
        isGood = failures.isEmpty
    }
    for mutant in SharingMutant.all {
        // Until one seed notices it; or, to see how many do, all.
        let seeds = first..<(first + (isCounting ? count : min(count, 1000)))
        let run = SharingRun(seeds: seeds, rules: mutant.rules)
        let found = try run.failures(stoppingAtFirst: !isCounting)
        isGood = isGood && !found.isEmpty
        let kinds = Set(found.map { String($0.violations[0].prefix(2)) }).sorted()
        let seed = found.first.map { "seed \($0.seed)" } ?? "no seed"
        print(
            "\(mutant.name): noticed by",
            isCounting ? "\(found.count) of \(seeds.count), first \(seed)," : "\(seed),",
            kinds
        )
    }
} else if words.first == "vault" {
    // With real keys: first over an honest engine, then over an engine that tells each kind of lie. Fewer seeds
    // are enough for a lie, and more follow if no device has noticed it: an old snapshot is read by a device only
    // that was away for a cut, in a quarter of the seeds.
    let named = words.compactMap { VaultLie(rawValue: $0) }
    let lies: [VaultLie?] = named.isEmpty ? [nil] + VaultLie.allCases : named
    for lie in lies {
        let part = lie == nil ? count : max(count / 50, 1)
        var (done, alarms, failures) = (UInt64(0), 0, [SeedRun.Failure]())
        repeat {
            let seeds = (first + done)..<(first + min(done + part, count))
            let result = try await VaultRun(seeds: seeds, lie: lie).result()
            done += UInt64(seeds.count)
            alarms += result.alarms
            failures += result.failures
        } while done < count && alarms == 0
        for failure in failures.prefix(5) {
            print("seed \(failure.seed): \(failure.violations[0])")
        }
        let name = lie?.rawValue ?? "honest"
        print("\(name): \(done) seeds, \(failures.count) failed,", alarms, "alarms")
        isGood = isGood && failures.isEmpty && (lie == nil) == (alarms == 0)
    }
} else if words.first == "mirror" {
    let result = try await MirrorRun(seeds: first..<(first + count)).result()
    for failure in result.failures.prefix(20) {
        print("seed \(failure.seed): \(failure.violations[0])")
    }
    print(
        "mirrors: \(count) seeds, \(result.failures.count) failed,",
        "\(result.taken) states taken, \(result.refused) refused"
    )
    isGood = result.failures.isEmpty && result.refused > 0
} else if words.first == "gates" {
    let folder = NSTemporaryDirectory() + "/sync-gates-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let lines = try await Gates(count: Int(numbers.first ?? 10_000), folder: folder).lines()
    print("| measured on \(ProcessInfo.processInfo.activeProcessorCount) processors | | | |")
    print("|---|--:|--:|---|")
    for line in lines { print(line.text) }
    isGood = !words.contains("--check") || lines.allSatisfy(\.isKept)
} else {
    let failures = try SeedRun(seeds: first..<(first + count)).failures()
    for failure in failures.prefix(20) { print("seed \(failure.seed): \(failure.violations[0])") }
    print("\(count) seeds, \(failures.count) failed")
    isGood = failures.isEmpty
}
exit(isGood ? 0 : 1)
