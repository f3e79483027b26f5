extension QueryPlan {
    /// Whether an opened item satisfies all conditions, compared byte by byte.
    ///
    /// Lookup tokens are short and can match falsely, so their attributes are compared again. The
    /// group is compared in the authenticated attributes (item-semantics.md §5.10).
    func matches(_ view: AttributeView, _ row: LentRow) throws(KeychainError) -> Bool {
        guard try isInGroup(view) else { return false }
        for constraint in constraints {
            if let (type, bytes) = try view.find(constraint.key) {
                guard constraint.kind.matches(constraint.canonical, type, bytes) else {
                    return false
                }
            } else if constraint.canonical != constraint.standard {
                return false
            }
        }
        guard matchesIdentifier(row), try matchesProtection(view, row) else { return false }
        return try matchesHost(view)
    }

    private func isInGroup(_ view: AttributeView) throws(KeychainError) -> Bool {
        guard let (_, bytes) = try view.find(.accessGroup) else { return groups == nil }
        guard let groups else { return !AccessGroups.isInternal(bytes) }
        return groups.contains { $0.hasSameBytes(as: bytes) }
    }

    private func matchesProtection(
        _ view: AttributeView,
        _ row: LentRow
    ) throws(KeychainError) -> Bool {
        guard let accessibility else { return true }
        return try row.accessControl(view).accessibility == accessibility
    }

    private func matchesIdentifier(_ row: LentRow) -> Bool {
        guard let uuid else { return true }
        return uuid == PersistentReferenceCoding.uuid(row.identifier)
    }

    private func matchesHost(_ view: AttributeView) throws(KeychainError) -> Bool {
        guard let hostSuffix else { return true }
        guard let (type, bytes) = try view.find(.server), type == .string else { return false }
        // Bytes, because strings of Swift are also equal in another normal form.
        let host = hostSuffix.utf8
        guard bytes.count > host.count else { return bytes.elementsEqual(host) }
        return bytes.suffix(host.count).elementsEqual(host)
            && bytes.dropLast(host.count).last == UInt8(ascii: ".")
    }
}

extension LentRow {
    /// The access control of an opened row.
    func accessControl(_ view: AttributeView) throws(KeychainError) -> AccessControl {
        if let (type, bytes) = try view.find(.accessControl), type == .accessControl {
            return try AttributeCoding.accessControl(bytes)
        }
        return AccessControl(try protection().keyClass.accessibility)
    }
}
