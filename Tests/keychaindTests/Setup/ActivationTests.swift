#if Agent && os(Linux)
    import Foundation
    import TestPrograms
    import Testing

    @testable import KeychainctlKit

    /// The effect of the file by which the bus starts this program.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus-daemon and secret-tool are not installed"))
    struct ActivationTests {
        @Test(arguments: ["plain", "o'p", #"back\slash"#, #"a "b" $HOME %h"#])
        func theBusFindsTheProgram(in name: String) throws {
            let bus = try PrivateBus()
            bus.killDaemon()
            let folder = "\(bus.folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            try TestProgram.write(folder + "/keychaind", #"echo "$@" >"${0%/*}/started"; exit 1"#)
            let desktop = Desktop(
                data: bus.folder,
                configuration: bus.folder,
                runtime: "",
                systemConfiguration: [],
                systemUnits: [],
                program: folder + "/keychaind"
            )
            for file in try desktop.files() { _ = try file.install() }
            for call in [
                ["ReloadConfig"],
                ["StartServiceByName", "string:org.freedesktop.secrets", "uint32:0"],
            ] {
                _ = try bus.run(
                    "/usr/bin/dbus-send",
                    [
                        "--session", "--type=method_call", "--dest=org.freedesktop.DBus", "/",
                        "org.freedesktop.DBus." + call[0],
                    ] + call.dropFirst()
                )
            }
            // The bus answers only once the program has the name, which this one never takes.
            var started: String?
            for _ in 0..<500 where started?.isEmpty ?? true {
                started = try? String(contentsOfFile: folder + "/started", encoding: .utf8)
                usleep(10_000)
            }
            #expect(started == "--user --idle 600\n")
        }
    }
#endif
