#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    @_spi(Keepers) import PortableKeychain
    import TestPrograms
    import Testing

    /// The user is asked one question at a time, from all parts of the process.
    @Suite(
        .enabled(
            if: PrivateBus.isPossible && access("/usr/bin/ssh-keygen", X_OK) == 0,
            "dbus, secret-tool or OpenSSH is missing: run 'make test'"
        )
    )
    struct OneDialogTests {
        /// A program for dialogs that notes which are open at the same time.
        private static let pinentry = """
            here=${0%/*}
            echo OK
            while read -r line; do
                case $line in
                SETDESC*) echo "$line" >>"$here/dialogs"; echo OK ;;
                GETPIN* | CONFIRM*)
                    mkdir "$here/dialog" 2>/dev/null || echo "$line" >>"$here/overlaps"
                    sleep 0.1
                    rmdir "$here/dialog" 2>/dev/null
                    case $line in GETPIN*) echo "D 1234" ;; esac
                    echo OK
                    ;;
                BYE*) exit 0 ;;
                *) echo OK ;;
                esac
            done
            """

        private func text(_ bus: PrivateBus, _ name: String) -> String {
            (try? String(contentsOfFile: "\(bus.folder)/\(name)", encoding: .utf8)) ?? ""
        }

        @Test func questionsOfAllServicesWaitForEachOther() throws {
            let bus = try PrivateBus()
            bus.killDaemon()
            try TestProgram.write(bus.folder + "/pinentry", Self.pinentry)
            let (socket, ssh) = (bus.folder + "/run/agent", bus.folder + "/run/ssh")
            try bus.startDaemon(["--agent", "--socket", socket, "--ssh", ssh])
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            let key = bus.folder + "/key"
            try Data("a text".utf8).write(to: URL(filePath: bus.folder + "/text"))
            let generate = ["-q", "-t", "ed25519", "-N", "", "-f", key]
            #expect(try bus.run("/usr/bin/ssh-keygen", generate).status == 0)
            let agent = "SSH_AUTH_SOCK=" + ssh
            // Each use of the key is to be confirmed.
            let add = [agent, "/usr/bin/ssh-add", "-q", "-c", key]
            #expect(try bus.run("/usr/bin/env", add).status == 0)
            try bus.keychain().setPasscode(PrivateBus.passcode)
            try bus.keychain().lock()

            let programs = try (0..<3).flatMap { number in
                let text = "\(bus.folder)/text-\(number)"
                try Data("a text".utf8).write(to: URL(filePath: text))
                let sign = [agent, "/usr/bin/ssh-keygen", "-Y", "sign", "-n", "file", "-f", key]
                return [
                    try bus.start("/usr/bin/secret-tool", ["lookup", "user", "ann"]),
                    try bus.start("/usr/bin/env", sign + [text]),
                ]
            }
            let item = GenericPassword(service: "api", account: "ci")
            DispatchQueue.concurrentPerform(iterations: 3) { number in
                let groups = AccessGroups(["group-\(number)"])
                let keeper = AgentKeeper(AgentLine(socket), groups: groups)
                #expect(throws: Never.self) { try Keychain(keeper: keeper).set("x", for: item) }
            }
            for program in programs {
                program.waitUntilExit()
                #expect(program.terminationStatus == 0)
            }
            let dialogs = text(bus, "dialogs")
            for part in ["wants to use", "ssh", "group-0", "group-1", "group-2"] {
                #expect(dialogs.contains(part), "\(dialogs)")
            }
            #expect(dialogs.split(separator: "\n").count >= 7)
            #expect(text(bus, "overlaps") == "")
        }

        /// The program for dialogs notices two of them.
        @Test func twoDialogsAreNoticed() throws {
            let bus = try PrivateBus()
            try TestProgram.write(bus.folder + "/pinentry", Self.pinentry)
            let two = try (0..<2).map { _ in
                try bus.start(bus.folder + "/pinentry", [], "CONFIRM\nBYE\n")
            }
            for dialog in two { dialog.waitUntilExit() }
            #expect(text(bus, "overlaps") != "")
        }
    }
#endif
