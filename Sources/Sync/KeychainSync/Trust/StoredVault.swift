internal import PortableKeychain

/// The members of a vault and the digests of its records as rows of a keychain have them, and the marks of
/// these rows: as long as a row is as it was, it need not be read again.
///
/// The alarm beside them is read each time.
package struct StoredVault: Sendable {
    /// The marks of the rows of members.
    let memberMarks: RowMarks
    /// The members after the entries in the rows.
    let membership: Membership
    /// The alarm that had not ended.
    let alarm: TrustAlarm?
    /// The evidence of the last alarm.
    let evidence: AlarmEvidence?
    /// The digests by the rows that have them.
    fileprivate let pages: [RowMark: LogState.Page]

    /// - Parameters:
    ///   - opened: The state.
    ///   - trust: The trust that was read from it.
    init(_ opened: OpenedState, _ trust: VaultTrust) {
        (memberMarks, membership) = (opened.memberMarks, trust.membership)
        (alarm, evidence) = (trust.alarm, AlarmEvidence(opened.rows))
        var pages: [RowMark: LogState.Page] = [:]
        for (name, mark) in opened.digestMarks {
            pages[mark] = opened.page(name) ?? trust.state.page(name, as: opened.rows[name])
        }
        self.pages = pages
    }
}

/// The state of synchronization, as a log is opened from it.
package struct OpenedState: Sendable {
    /// The rows that were opened.
    let rows: [SyncStateName: SecretBytes]
    /// The vault as it was stored before, some of whose rows are as they were.
    private let known: StoredVault?
    /// The marks of all rows of members.
    let memberMarks: RowMarks
    /// The marks of the rows with digests of records, as far as they are known.
    fileprivate let digestMarks: [SyncStateName: RowMark]

    /// - Parameters:
    ///   - found: The rows that were read.
    ///   - known: The members in rows that were not opened, and digests of records.
    ///   - changes: Changes of rows besides members since then.
    init(
        _ found: SyncStateRows,
        knowing known: StoredVault?,
        changedBy changes: [SyncStateName: SecretBytes?] = [:]
    ) {
        self.known = known
        let members = found.opened.lazy.filter { $0.name.kind == VaultTrust.memberKind }
        memberMarks = (known?.memberMarks ?? []).union(RowMarks(members.map(\.mark)))
        var rows = found.values
        var digestMarks: [SyncStateName: RowMark] = [:]
        for row in found.opened where row.name.kind == LogState.stateKind {
            digestMarks[row.name] = row.mark
        }
        for (name, bytes) in changes {
            rows[name] = bytes
            digestMarks[name] = nil
        }
        (self.rows, self.digestMarks) = (rows, digestMarks)
    }

    /// The members whose rows are as they were, and were not opened; `nil` if all of them were.
    var members: Membership? { known?.membership }

    /// The digests in a row that is as it was.
    func page(_ name: SyncStateName) -> LogState.Page? {
        digestMarks[name].flatMap { known?.pages[$0] }
    }
}
