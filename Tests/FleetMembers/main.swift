import Foundation
import KeychainSync
import KeychainSyncEtcd
import PortableKeychain
import SyncSimulation

// Five members over a cluster of etcd servers, to which 'Integrations/fleet.sh' does things meanwhile:
//   FleetMembers work SECONDS HELPER ENDPOINT…   until a line comes on standard input, then the checks
//   FleetMembers measure ENDPOINT…               how long things take; status 1 if a limit is missed
let words = Array(CommandLine.arguments.dropFirst())
let prefix = "/fleet/\(UUID().uuidString)/"

#if Fleet && os(Linux)
    func settings(_ endpoints: ArraySlice<String>) throws -> EtcdConfiguration {
        try EtcdConfiguration(endpoints: Array(endpoints), prefix: prefix)
    }

    switch words.first {
    case "work" where words.count > 3:
        let settings = try settings(words[3...])
        let helper = HelperProgram(path: words[2])
        var engines: [any VaultEngine] = (0..<3).map { _ in
            EtcdEngine(settings, patience: .seconds(1))
        }
        // Two of them through the program that users have.
        for _ in 0..<2 { engines.append(HelperEngine(helper, settings: settings.encoded)) }
        let run = try FleetRun(engines)
        try await run.begin()
        print("members joined")
        fflush(nil)
        async let work: Void = run.work(seed: 1)
        try await Task.sleep(for: .seconds(Int(words[1]) ?? 60))
        // Servers are well again once this line is here; no device writes any longer.
        run.stop()
        _ = readLine()
        try await work
        let (counts, problems) = try await run.finish()
        print("\(counts.writes) writes, \(counts.rounds) rounds, \(counts.offline) of them offline")
        print(
            "\(counts.entries) commits in the log, \(counts.acknowledged) acknowledged,",
            "\(counts.refused) refused, \(counts.unknown) unknown,",
            "of which \(counts.unknownThrough) had gone through"
        )
        print("longest time without a commit: \(Int(counts.longestGap * 1000)) ms")
        print("last cut of the log: \(counts.lastCut)")
        let lost = problems.filter { $0.hasPrefix("P2") || $0.hasSuffix("is lost.") }.count
        let doubled = problems.filter { $0.hasPrefix("P6") }.count
        print("\(lost) lost, \(doubled) doubled, \(counts.alarms) false alarms")
        for problem in problems.prefix(20) { print(problem) }
        exit(problems.isEmpty && counts.entries > 0 ? 0 : 1)
    case "measure" where words.count > 1:
        let isGood = try await FleetMeasurement(try settings(words[1...])).run()
        exit(isGood ? 0 : 1)
    default:
        print("FleetMembers work SECONDS HELPER ENDPOINT…, or measure ENDPOINT…")
        exit(64)
    }
#else
    print("This program was built without the trait Fleet.")
    exit(69)
#endif
