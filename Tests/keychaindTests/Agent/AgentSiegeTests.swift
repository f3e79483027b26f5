#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    import PortableKeychain
    import Synchronization
    import TestPrograms
    import TestRounds
    import Testing

    /// An agent that ends while its user is asked.
    @Suite struct AgentSiegeTests {
        private static let item = GenericPassword(service: "api", account: "ci")

        @Test func aQuestionEndsWithTheAgent() throws {
            let stage = try DoorStage()
            // The user does not answer.
            try TestProgram.write(
                stage.folder + "/pinentry",
                """
                echo OK
                while read -r line; do
                    case $line in
                    CONFIRM*) echo asked >"${0%/*}/asking" ;;
                    BYE*) exit 0 ;;
                    *) echo OK ;;
                    esac
                done
                """
            )
            let keychain = stage.keychain()
            let start = ContinuousClock.now
            let outcome = Mutex<Result<Void, KeychainError>?>(nil)
            let program = Thread {
                let result = Result { () throws(KeychainError) in
                    try keychain.set("s3cret", for: Self.item)
                }
                outcome.withLock { $0 = result }
            }
            program.start()
            let asking = stage.folder + "/asking"
            waits { FileManager.default.fileExists(atPath: asking) }
            stage.kill()
            waits { program.isFinished }
            #expect(throws: KeychainError(.notAvailable)) { try outcome.withLock { $0 }?.get() }
            #expect(ContinuousClock.now - start < .seconds(30))
            // Nothing is left of it.
            try stage.allow()
            try stage.start()
            #expect(try keychain.secret(for: Self.item) == nil)
            try keychain.set("s3cret", for: Self.item)
            #expect(try keychain.secret(for: Self.item)?.string() == "s3cret")
        }
    }
#endif
