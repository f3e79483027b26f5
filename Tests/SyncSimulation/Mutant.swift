@_spi(Mutants) internal import KeychainSync

/// One wrong rule, which the simulation must notice.
package struct Mutant: Sendable {
    package let name: String
    package let rules: SeedRun.Rules
    /// A seed that notices it; another one soon after it does if the simulation changes.
    package let seed: UInt64

    /// All of them.
    package static let all = [
        Mutant("a delete wins against an edit that it had not seen", seed: 0) { rules, _ in
            var rules = rules
            rules.outlivesLocalDelete = { _, _ in false }
            return rules
        },
        Mutant("a delete on the log wins against an edit that it had not seen", seed: 10) {
            rules,
            _ in
            var rules = rules
            rules.outlivesRemoteDelete = { _, _ in false }
            return rules
        },
        Mutant("no history", seed: 0) { rules, _ in
            var rules = rules
            rules.overwritten = { _ in nil }
            return rules
        },
        Mutant("the clock of the wall gives versions", seed: 277) { rules, _ in
            var rules = rules
            rules.version = { edited, _, device in UnitVersion(time: edited, device: device) }
            return rules
        },
        Mutant("an edit gets its version after the merge", seed: 0) { rules, _ in
            var rules = rules
            rules.version = { edited, before, device in
                before ?? UnitVersion(time: edited, device: device)
            }
            return rules
        },
        Mutant("absence on the log is ignored", seed: 2) { rules, _ in
            var rules = rules
            rules.heedsAbsence = false
            return rules
        },
        Mutant("the log is searched for the own commit", seed: 495) { rules, simulation in
            var rules = rules
            rules.isCommitted = { attempt, _ in simulation.shows(attempt) }
            return rules
        },
        Mutant("the newest record is the basis", seed: 0) { rules, _ in
            var rules = rules
            rules.keepsBasis = false
            return rules
        },
        Mutant("an overwritten value is no edit", seed: 0) { rules, _ in
            var rules = rules
            rules.isEdited = { state, since in state.units != since?.units }
            return rules
        },
        Mutant("an overwritten value does not outlive a delete on the log", seed: 190) { rules, _ in
            var rules = rules
            rules.outlivesRemoteDelete = { state, basis in state.units != basis?.units }
            return rules
        },
        Mutant("an item that waits is not compared again", seed: 0) { rules, _ in
            var rules = rules
            rules.isSettled = { _, isPending in !isPending }
            return rules
        },
        Mutant("an item is not compared again for what others have changed", seed: 0) { rules, _ in
            var rules = rules
            rules.comparesAgain = false
            return rules
        },
    ]

    private init(_ name: String, seed: UInt64, _ rules: @escaping SeedRun.Rules) {
        self.name = name
        self.seed = seed
        self.rules = rules
    }
}
