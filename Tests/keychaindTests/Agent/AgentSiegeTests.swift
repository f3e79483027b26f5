#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    import PortableKeychain
    import TestPrograms
    import Testing

    /// An agent that ends while its user is asked.
    @Suite struct AgentSiegeTests {
        private static let item = GenericPassword(service: "api", account: "ci")

        @Test func aQuestionEndsWithTheAgent() async throws {
            let stage = try DoorStage()
            // Nobody answers.
            try TestProgram.write(
                stage.folder + "/pinentry",
                """
                echo OK
                while read -r line; do
                    case $line in
                    CONFIRM*) echo $$ >"${0%/*}/asking"; sleep 60 ;;
                    BYE*) exit 0 ;;
                    *) echo OK ;;
                    esac
                done
                """
            )
            let keychain = stage.keychain()
            let start = ContinuousClock.now
            let outcome = Task.detached { try keychain.set("s3cret", for: Self.item) }
            let asking = stage.folder + "/asking"
            for _ in 0..<1000 where !FileManager.default.fileExists(atPath: asking) {
                try await Task.sleep(for: .milliseconds(10))
            }
            stage.kill()
            let error = await #expect(throws: KeychainError.self) { try await outcome.value }
            #expect(error?.code == .notAvailable)
            #expect(ContinuousClock.now - start < .seconds(30))
            if let process = try? String(contentsOfFile: asking, encoding: .utf8),
                let number = Int32(process.split(separator: "\n").first ?? "")
            {
                kill(number, SIGKILL)
            }
            // Nothing is left of it.
            try stage.allow()
            try stage.start()
            #expect(try keychain.secret(for: Self.item) == nil)
            try keychain.set("s3cret", for: Self.item)
            #expect(try keychain.secret(for: Self.item)?.string() == "s3cret")
        }
    }
#endif
