#if Agent && os(Linux)
    import Foundation
    import TestPrograms
    import TestRounds
    import Testing

    /// Services without clients take no time of the processor.
    @Suite(.thorough) struct IdleTests {
        private let seconds = TestRounds.isQuick ? 3 : 60

        @Test(
            .enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'")
        )
        func theServiceOfASessionSleeps() throws {
            let bus = try PrivateBus(withLogind: true)
            #expect(try bus.secretTool("store --label=x user ann", input: "s3cret").status == 0)
            // The first work that it puts off is done soon afterwards.
            #expect(WakeUps.fewest(of: [bus.daemon.processIdentifier], in: seconds) == [0])
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
        }

        /// The service sleeps until its time, and then ends by itself.
        @Test(
            .enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'")
        )
        func anIdleServiceEndsInTime() throws {
            let bus = try PrivateBus()
            bus.killDaemon()
            try bus.startDaemon(["--idle", "8"])
            let start = ContinuousClock.now
            #expect(WakeUps.fewest(of: [bus.daemon.processIdentifier], in: 3, within: 0) == [0])
            bus.daemon.waitUntilExit()
            #expect(ContinuousClock.now - start < .seconds(30))
            #expect(bus.daemon.terminationStatus == 0)
        }

        @Test func anAgentSleeps() throws {
            let stage = try DoorStage()
            #expect(WakeUps.fewest(of: [stage.daemon.processIdentifier], in: seconds) == [0])
        }

        @Test(.enabled(if: SystemStage.isPossible, "needs root, setpriv and other users"))
        func theAgentOfTheSystemSleeps() throws {
            let stage = try SystemStage()
            let set = try stage.on(as: SystemStage.one, "set --service app", input: "s3cret")
            #expect(set.status == 0)
            #expect(WakeUps.fewest(of: [stage.daemon.processIdentifier], in: seconds) == [0])
        }
    }
#endif
