#if TPM && os(Linux)
    import Foundation
    import KeychainctlKit
    import PortableKeychain
    import SealedStore
    import TestPrograms
    import TestRounds
    import Testing

    @testable import KeychainTPM

    /// keychainctl, keychain-tpm and a chip together, as they are installed.
    @Suite("keychainctl tpm", .thorough, .needsSimulator)
    struct TPMToolTests {
        @Test("moves the device key into the chip and back, and recovers it from a cleared one")
        func session() throws {
            let tool = try TPMTool()
            let chip = tool.chip
            let key = tool.folder + "/device.key"
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            let early = try tool.run("tpm", "bind")
            #expect(early.status == 64 && early.complaints.contains("tpm recovery"))
            let recovery = try tool.run("tpm", "recovery")
            #expect(recovery.status == 0 && recovery.output.utf8.count == 47)
            let bound = try tool.run("tpm", "bind", input: recovery.output)
            #expect(bound.status == 0, "\(bound.complaints)")
            #expect(!FileManager.default.fileExists(atPath: key))
            // As after an interruption right before its end.
            let repeated = try tool.run("tpm", "bind")
            #expect(repeated.status == 0, "\(repeated.complaints)")
            #expect(repeated.complaints.contains("Nothing is left to do."))
            #expect(
                try tool.run(["tpm", "bind", "--pcr", "7"], input: recovery.output).status == 64
            )
            #expect(
                try tool.run("tpm", "status").output
                    == "device-key\ttpm\nrecovery\tyes\ncounter\tyes\ntpm\tready\n"
            )
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
            let checked = try tool.run("doctor")
            #expect(checked.output.contains("whose counter"), "\(checked.output)")
            #expect(try tool.run("tpm", "unbind").status == 0)
            #expect(FileManager.default.fileExists(atPath: key))
            #expect(try tool.run("tpm", "bind", input: recovery.output).status == 0)
            try chip.clear()
            try tool.forgetUnsealedKey()
            let lost = try tool.run("get", "--service", "a")
            #expect(lost.status != 0 && lost.complaints.lowercased().contains("another tpm"))
            let wrong = try tool.run("tpm", "unbind", "--recovery", input: "ABCDE")
            #expect(wrong.status != 0)
            let back = try tool.run("tpm", "unbind", "--recovery", input: recovery.output)
            #expect(back.status == 0, "\(back.complaints)")
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
        }

        @Test("unlocks a keychain with a PIN, and distinguishes a wrong one from a lock-out")
        func pin() throws {
            guard UnlockSharing.obstacle == nil else { return }
            let tool = try TPMTool()
            let chip = tool.chip
            try chip.allowGuesses(3, forgetAfter: 600)
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            #expect(try tool.run("tpm", "unlock").status == 64)
            #expect(try tool.run("passcode", "set", input: "horse").status == 0)
            #expect(try tool.run("tpm", "enroll", input: "horses\n1234\n").status == 51)
            let enrolled = try tool.run("tpm", "enroll", input: "horse\n1234\n")
            #expect(enrolled.status == 0, "\(enrolled.complaints)")
            #expect(!enrolled.complaints.contains("the only way in"), "\(enrolled.complaints)")
            #expect(try tool.run("lock").status == 0)
            #expect(try tool.run("get", "--service", "a").status == 36)
            let opened = try tool.run("tpm", "unlock", input: "1234")
            #expect(opened.status == 0, "\(opened.complaints)")
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
            #expect(try tool.run("lock").status == 0)
            for _ in 0..<3 {
                #expect(try tool.run("tpm", "unlock", input: "1235").status == 51)
            }
            let refused = try tool.run("tpm", "unlock", input: "1234")
            #expect(refused.status != 0 && refused.status != 51)
            #expect(refused.complaints.contains("for up to 10 minutes"), "\(refused.complaints)")
            #expect(try tool.run("unlock", input: "horse").status == 0)
            #expect(try tool.run("lock").status == 0)
        }

        @Test("says that a chip is the only way in, and so does doctor of a locked keychain")
        func onlyWayIn() throws {
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            let enrolled = try tool.run("tpm", "enroll", input: "1234\n")
            #expect(enrolled.status == 0, "\(enrolled.complaints)")
            #expect(enrolled.complaints.contains("It is the only way in"))
            #expect(enrolled.complaints.contains("with 'keychainctl recovery create'."))
            _ = try tool.run("lock")
            let examined = try tool.run("doctor")
            let advice = "Most worth doing: make a recovery key with 'keychainctl recovery create'."
            #expect(examined.complaints.contains(advice), "\(examined.complaints)")
        }

        @Test("unlocks a keychain at login without a question, if the chip requires no PIN")
        func login() throws {
            guard UnlockSharing.obstacle == nil else { return }
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            #expect(try tool.run("passcode", "set", input: "horse").status == 0)
            let enrolled = try tool.run("tpm", "enroll", "--no-pin", input: "horse\n")
            #expect(enrolled.status == 0, "\(enrolled.complaints)")
            #expect(try tool.run("lock").status == 0)
            let opened = try tool.run("unlock", "--at-login")
            #expect(opened.status == 0 && opened.complaints.isEmpty, "\(opened.complaints)")
            #expect(try tool.run("get", "--service", "a").output == "s3cret")
            #expect(try tool.run("lock").status == 0)
            // Another chip: the program says so, and asks the user as always.
            try tool.chip.clear()
            let closed = try tool.run("unlock", "--at-login")
            #expect(closed.status == 0 && closed.complaints.contains("was cleared"))
            #expect(closed.complaints.contains("stays locked"), "\(closed.complaints)")
            #expect(try tool.run("get", "--service", "a").status == 36)
        }

        @Test("reports that a log in use by another program still has the earlier ways in")
        func remains() throws {
            let tool = try TPMTool()
            #expect(try tool.run("set", "--service", "a", input: "s3cret").status == 0)
            #expect(try tool.run("passcode", "set", input: "horse").status == 0)
            try SealedStore.open(tool.folder + "/default.keychain").read { snapshot in
                _ = try snapshot.rowCount()
                let enrolled = try tool.run("tpm", "enroll", "--no-pin", input: "horse\n")
                #expect(enrolled.status == 0, "\(enrolled.complaints)")
                #expect(enrolled.complaints.contains("its log still has the ways in"))
            }
            let again = try tool.run("tpm", "enroll", input: "horse\n1234\n")
            #expect(again.status == 0, "\(again.complaints)")
            #expect(!again.complaints.contains("its log still has the ways in"))
        }

        @Test("makes a key that stays in the chip, and the ssh agent signs with it")
        func sshKey() throws {
            let tool = try TPMTool()
            let words = ["key", "generate", "--token", "tpm", "--label", "laptop", "--ssh"]
            #expect(try tool.run(words).status == 0)
            #expect(try tool.run("key", "list").output.contains("in token"))
            #expect(try tool.run("key", "export", "--label", "laptop").status != 0)
            let script = """
                ssh-add -L > laptop.pub
                echo text | ssh-keygen -q -Y sign -n test -f laptop.pub > signature
                echo "me $(cat laptop.pub)" > signers
                echo text | ssh-keygen -q -Y verify -n test -f signers -I me -s signature
                """
            let signed = try tool.run(["ssh-agent", "--", "/bin/sh", "-e", "-c", script])
            #expect(signed.status == 0, "\(signed.complaints)")
            // On another machine, all the files sign nothing.
            tool.chip = try TPMSimulator()
            let refused = try tool.run(["ssh-agent", "--", "/bin/sh", "-e", "-c", script])
            #expect(refused.status != 0, "\(refused.output)")
        }

        @Test("says in a dialog that the agent waits for the PIN of the chip, and signs then")
        func agentAsksForThePIN() throws {
            guard UnlockSharing.obstacle == nil else { return }
            let tool = try TPMTool()
            #expect(try tool.run(["key", "generate", "--label", "k", "--ssh"]).status == 0)
            #expect(try tool.run("tpm", "enroll", input: "1234\n").status == 0)
            #expect(try tool.run("lock").status == 0)
            // A program for dialogs that writes down the text that it is to show.
            let pinentry = tool.folder + "/pinentry"
            try TestProgram.write(
                pinentry,
                """
                echo OK
                while read -r line; do
                    echo "$line" >> '\(tool.folder)/said'
                    case $line in
                    GETPIN*) echo 'D 1234'; echo OK ;;
                    BYE*) exit ;;
                    *) echo OK ;;
                    esac
                done
                """
            )
            let words = ["ssh-agent", "--pinentry", pinentry, "--", "/usr/bin/ssh-add", "-L"]
            let listed = try tool.run(words)
            #expect(listed.status == 0, "\(listed.complaints)")
            #expect(
                listed.output.hasPrefix("ecdsa-sha2-nistp256 ") || listed.output.contains(" k\n")
            )
            let said = try String(contentsOfFile: tool.folder + "/said", encoding: .utf8)
            #expect(said.contains("PIN of the security key or the TPM"), "\(said)")
            #expect(try tool.run("lock").status == 0)
        }
    }
#endif
