/// One wrong decision about sharing, which the simulation must notice.
package struct SharingMutant: Sendable {
    package let name: String
    package let rules: SharingRules
    /// A seed that notices it; `nil` if none is known.
    package let seed: UInt64?

    private init(
        _ name: String,
        seed: UInt64? = nil,
        _ change: (inout SharingRules) -> Void
    ) {
        var rules = SharingRules.standard
        change(&rules)
        (self.name, self.rules, self.seed) = (name, rules, seed)
    }

    /// All of them.
    package static let all = [
        SharingMutant("a moved item is deleted before it is put") { $0.holds = { _ in false } },
        SharingMutant("any record of the name in the new vault will do") {
            $0.holds = { moved in
                switch moved {
                case .none, .settled, .unmerged: false
                case .locked, .unsent, .conflicts: true
                }
            }
        },
        SharingMutant("an item that cannot be seen now was not moved") {
            $0.holds = { moved in
                switch moved {
                case .none, .settled, .locked: false
                case .unmerged, .unsent, .conflicts: true
                }
            }
        },
        SharingMutant("overwritten values are left behind") {
            $0.holds = { moved in
                switch moved {
                case .none, .settled, .conflicts: false
                case .locked, .unmerged, .unsent: true
                }
            }
        },
        SharingMutant("a moved item is never deleted in the old vault", seed: 16) {
            $0.holds = { moved in
                if case .none = moved { return false }
                return true
            }
        },
        SharingMutant("a vault may store items of any group", seed: 1) {
            $0.keepsToItsGroup = false
        },
        SharingMutant("a removal begins no epoch", seed: 0) { $0.removalBeginsEpoch = false },
        SharingMutant("a removal of a person removes one device", seed: 12) {
            $0.removesAllDevices = false
        },
        SharingMutant("the key of a removed person adds devices", seed: 0) {
            $0.judgesByPresentMembers = false
        },
        SharingMutant("a lost device leaves the person's key as it is", seed: 1) {
            $0.replacesKey = false
        },
        SharingMutant("any other key of the person is a new one", seed: 13) {
            $0.wantsFreshKey = false
        },
        SharingMutant("a person's key is used before it is stored", seed: 18) {
            $0.storesKeyFirst = false
        },
        SharingMutant("an edit follows a moved item by itself", seed: 2) { $0.followsEdits = true },
        SharingMutant("a device that was removed deletes its items") { $0.keepsItems = false },
        SharingMutant("devices of a person commit as one author", seed: 10) {
            $0.authorIsDevice = false
        },
    ]
}
