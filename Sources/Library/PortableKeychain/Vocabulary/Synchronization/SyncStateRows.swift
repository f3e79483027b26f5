/// Rows of synchronization's own state.
package struct SyncStateRows: Sendable {
    /// The content of a row.
    package struct Row: Sendable {
        package let name: SyncStateName
        package let bytes: SecretBytes
        package let mark: RowMark

        /// Makes a row.
        package init(name: SyncStateName, bytes: SecretBytes, mark: RowMark) {
            self.name = name
            self.bytes = bytes
            self.mark = mark
        }
    }

    /// The rows that were opened.
    package var opened: [Row] = []
    /// The known rows that are not as they were, or are gone; the others were not opened.
    package var missing: [RowMark] = []

    package init() {}

    /// The opened values, by name.
    package var values: [SyncStateName: SecretBytes] {
        Dictionary(opened.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    }
}
