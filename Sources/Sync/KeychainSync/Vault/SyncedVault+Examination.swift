package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// The findings of an examination of a synchronized keychain.
package struct VaultReport: Sendable {
    /// A record of the log that no rule allows, and that is therefore not stored as an item.
    package struct Unreadable: Sendable, Equatable {
        /// The name of the item in 32 hexadecimal digits.
        package let item: String
        /// The name, for users, of the device that wrote it; empty if it is not known.
        package let device: String
    }

    /// An item with an edit that is ahead of this device's clock.
    package struct Early: Sendable {
        package let item: BackupItem
        /// The name, for users, of the device that made the edit; empty if it is not known.
        package let device: String
        /// The time of the edit.
        package let date: Date
    }

    /// The state of the vault, after the remote was asked.
    package internal(set) var status: VaultStatus
    /// The reason why the remote could not be read; `nil` if it was.
    package internal(set) var problem: SyncProblem?
    /// Whether items and keys that need an unlocked keychain could be examined.
    package internal(set) var isUnlocked = true
    /// The number of commits that were verified, and that no round has read yet.
    package internal(set) var unread: UInt64 = 0
    /// The number of items whose edits wait to be sent.
    package internal(set) var unsent = 0
    package internal(set) var unreadable: [Unreadable] = []
    /// The records that the remote has lost, or has others in place of.
    package internal(set) var missing: [Unreadable] = []
    /// The codes of this device with which others can still join.
    package internal(set) var invites: [VaultInvite] = []
    /// The time by which the newest edit is ahead of this device's clock, in seconds; 0 if it is
    /// not.
    package internal(set) var ahead: Double = 0
    /// The items with edits that are ahead of this device's clock, the furthest first.
    package internal(set) var early: [Early] = []
    /// Whether this device may change items, and members.
    package internal(set) var role: SyncRole?
}

extension SyncedVault {
    /// Looks for faults that keep the keychain from being synchronized.
    ///
    /// The remote is asked, and its answers are verified. No item is changed, and nothing is sent.
    ///
    /// - Parameter engine: The remote.
    /// - Returns: The findings.
    /// - Throws: ``SyncProblem/notSetUp``, or ``SyncProblem/keychain(_:)`` for a keychain that
    ///   cannot be read.
    package func examine(on engine: any VaultEngine) async throws(SyncProblem) -> VaultReport {
        guard let settings = try settings() else { throw .notSetUp }
        var (missing, problem): ([VaultReport.Unreadable], SyncProblem?) = ([], nil)
        do throws(SyncProblem) {
            // A person has decided that the remote is not to be asked.
            guard !settings.isPaused else { throw .paused }
            try await finishJoining(on: engine, sendingAgain: false)
            let log = try log(on: engine)
            (missing, problem) = await self.missing(log)
        } catch { problem = error }
        var report = VaultReport(status: try await status(), problem: problem)
        report.missing = missing
        guard let log = try logIfMember() else { return report }
        report.role = report.status.role
        let (ledger, content) = try SyncProblem.catching { () throws(KeychainError) in
            (try SyncLedger(store.state()), try store.content())
        }
        report.isUnlocked = content.isUnlocked
        if content.isUnlocked { report.invites = try waitingInvites() }
        report.unread = report.status.commits - min(report.status.commits, ledger.cursor)
        report.unsent = ledger.pending.count
        var unreadable: Set<ItemID> = []
        let now = HybridTime(store.now)
        var newest = now
        var early: [(item: BackupItem, version: UnitVersion)] = []
        for (id, record) in ledger.records {
            do throws(KeychainError) {
                let state = try ItemState(log.sealing.open(record, of: id))
                guard let version = state.units.map(\.version).max(), version.time > now else {
                    continue
                }
                newest = max(newest, version.time)
                early.append((state.item, version))
            } catch {
                // A record that needs an unlocked keychain is none.
                if error.code != .locked { unreadable.insert(id) }
            }
        }
        report.ahead = Double((newest.rawValue >> 16) - (now.rawValue >> 16)) / 1000
        for (item, version) in early.sorted(by: { $0.version > $1.version }) {
            let device = await log.name(of: version.device)
            report.early.append(.init(item: item, device: device, date: version.time.date))
        }
        report.unreadable = try await named(unreadable, by: log, on: engine)
        return report
    }

    /// Reads every record that the log names, and then looks whether an alarm has ended.
    ///
    /// - Returns: The records that are not there, and why the remote could not be read.
    private func missing(
        _ log: VaultLog
    ) async -> ([VaultReport.Unreadable], SyncProblem?) {
        var found: [VaultReport.Unreadable] = []
        do throws(EngineFailure) {
            let ids = try await log.examineRecords().map(\.id)
            let authors = ids.isEmpty ? [:] : try await log.authors(of: Set(ids))
            for id in ids {
                var device = ""
                if let author = authors[id] { device = await log.name(of: author) }
                found.append(
                    VaultReport.Unreadable(item: SyncedVault.digits(id.bytes), device: device)
                )
            }
            _ = try await log.head()
            return (found, nil)
        } catch {
            return (found, SyncProblem(error))
        }
    }

    private func named(
        _ ids: Set<ItemID>,
        by log: VaultLog,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> [VaultReport.Unreadable] {
        guard !ids.isEmpty else { return [] }
        // The names of their writers are in the log only. Without the remote, they are listed
        // without names.
        var authors: [ItemID: DeviceID] = [:]
        if try settings()?.isPaused == false, let reader = try? await current(on: engine) {
            authors = (try? await reader.authors(of: ids)) ?? [:]
        }
        var found: [VaultReport.Unreadable] = []
        for id in ids.sorted() {
            var device = ""
            if let author = authors[id] { device = await log.name(of: author) }
            found.append(VaultReport.Unreadable(item: Self.digits(id.bytes), device: device))
        }
        return found
    }
}
