/// One wrong decision about sharing, which the simulation must notice.
package struct SharingMutant: Sendable {
    package let name: String
    package let rules: SharingRules
    /// A seed that notices it.
    package let seed: UInt64

    private init(
        _ name: String,
        seed: UInt64,
        _ change: (inout SharingRules) -> Void
    ) {
        var rules = SharingRules.standard
        change(&rules)
        (self.name, self.rules, self.seed) = (name, rules, seed)
    }

    /// All of them.
    package static let all = [
        SharingMutant("a moved item is deleted before it is put", seed: 11) {
            $0.holds = { _ in false }
        },
        SharingMutant("any record of the name in the new vault will do", seed: 31) {
            $0.holds = { moved in
                switch moved {
                case .none, .settled, .unmerged: false
                case .locked, .unsent, .conflicts: true
                }
            }
        },
        SharingMutant("an item that cannot be seen now was not moved", seed: 99) {
            $0.holds = { moved in
                switch moved {
                case .none, .settled, .locked: false
                case .unmerged, .unsent, .conflicts: true
                }
            }
        },
        SharingMutant("overwritten values are left behind", seed: 11) {
            $0.holds = { moved in
                switch moved {
                case .none, .settled, .conflicts: false
                case .locked, .unmerged, .unsent: true
                }
            }
        },
        SharingMutant("a new item takes the place of a moved one at once", seed: 14) {
            $0.newItemWaits = false
        },
        SharingMutant("overwritten values wait with the deletion", seed: 690) {
            $0.sendsOverwritten = false
        },
        SharingMutant("an item that got another name was not moved", seed: 14) {
            $0.findsRenamed = false
        },
        SharingMutant("a moved item left nothing in the vaults that it has passed", seed: 494) {
            $0.looksWhereItPassed = false
        },
        SharingMutant("an item that was moved back was never away", seed: 483) {
            $0.moveIsEdit = false
        },
        SharingMutant("a moved item is never deleted in the old vault", seed: 0) {
            $0.holds = { moved in
                if case .none = moved { return false }
                return true
            }
        },
        SharingMutant("a vault may store items of any group", seed: 2) {
            $0.keepsToItsGroup = false
        },
        SharingMutant("a removal begins no epoch", seed: 1) { $0.removalBeginsEpoch = false },
        SharingMutant("a removal of a person removes one device", seed: 64) {
            $0.removesAllDevices = false
        },
        SharingMutant("the key of a removed person adds devices", seed: 64) {
            $0.judgesByPresentMembers = false
        },
        SharingMutant("a lost device leaves the person's key as it is", seed: 1) {
            $0.replacesKey = false
        },
        SharingMutant("any other key of the person is a new one", seed: 11) {
            $0.wantsFreshKey = false
        },
        SharingMutant("a person's key is used before it is stored", seed: 15) {
            $0.storesKeyFirst = false
        },
        SharingMutant("an edit follows a moved item by itself", seed: 9) { $0.followsEdits = true },
        SharingMutant("a device that was removed deletes its items", seed: 64) {
            $0.keepsItems = false
        },
        SharingMutant("devices of a person commit as one author", seed: 1) {
            $0.authorIsDevice = false
        },
    ]
}
