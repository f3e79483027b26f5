#if TPM && os(Linux)
    import LostStates
    import TestRounds
    import Testing

    /// No command that users may type after a loss loses more, with the installed programs and a
    /// TPM.
    ///
    /// Random pairs and triples of commands from each state: afterwards a recovery key or the old way
    /// opens each keychain.
    ///
    /// 500 sequences by `make lost-states`. A sequence that fails is printed with its seed.
    @Suite("Commands after a loss", .thorough, .needsSimulator, .serialized)
    struct LostStateToolWalkTests {
        private static let count =
            TestRounds.triesAllSequences ? 500 / LostState.all.count + 1 : 1

        @Test(
            "remove no way into a keychain",
            arguments: TestRounds.triesAllSequences
                ? LostState.all : TestRounds.sample(of: LostState.all, every: 5)
        )
        func losesNothing(_ state: LostState) throws {
            let machine = try LostMachine(state)
            let walker = try ToolWalker(machine, state)
            #expect(try walker.lost() == [], "\(state): nothing is left to lose")
            for seed in 0..<UInt64(Self.count) {
                let commands = try walker.walk(seed: seed)
                let lost = try walker.lost()
                #expect(lost == [], "\(state), seed \(seed): \(commands)")
                try walker.begin()
            }
        }
    }
#endif
