internal import PortableKeychain

/// The members of a vault as rows of a keychain have them, and the marks of these rows: as long as
/// each row is as it was, none of them needs to be read again.
package struct StoredMembers: Sendable {
    /// The marks of the rows.
    let marks: RowMarks
    /// The members after the entries in the rows.
    let membership: Membership
}

/// The state of synchronization, as a log is opened from it.
package struct OpenedState: Sendable {
    /// The rows that were opened.
    let rows: [SyncStateName: SecretBytes]
    /// The members whose rows are as they were, and were not opened; `nil` if all of them were.
    let members: StoredMembers?
    /// The marks of all rows of members.
    let memberMarks: RowMarks

    /// - Parameters:
    ///   - found: The rows that were read.
    ///   - members: The members in rows that were not opened.
    init(_ found: SyncStateRows, knowing members: StoredMembers?) {
        rows = found.values
        self.members = members
        let opened = found.opened.lazy.filter { $0.name.kind == VaultTrust.memberKind }
        memberMarks = (members?.marks ?? []).union(RowMarks(opened.map(\.mark)))
    }
}
