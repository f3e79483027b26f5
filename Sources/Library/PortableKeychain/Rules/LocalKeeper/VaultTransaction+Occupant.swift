extension VaultTransaction {
    /// The row that has a primary key.
    struct Occupant {
        /// The parts of the row that can be read.
        enum Content {
            case open(PlainItem)
            case locked
            /// The key of its class no longer exists.
            case destroyed
        }

        let stored: Stored
        let content: Content

        /// The item without its payload, if it can be read.
        var item: PlainItem? {
            if case .open(let item) = content { item } else { nil }
        }
    }

    /// The row that has a primary key, if there is one.
    func occupant(
        of primaryKey: [PlainRow.Index.Term],
        in schema: ClassSchema,
        checkingSecret: Bool = false
    ) throws(KeychainError) -> Occupant? {
        var pattern = RowPattern(classCode: schema.code)
        pattern.primaryKey = primaryKey
        pattern.wantsSecret = checkingSecret
        return try occupant(pattern, schema)
    }

    /// The row that has an identifier, if there is one.
    func occupant(
        withIdentifier identifier: [UInt8],
        in schema: ClassSchema
    ) throws(KeychainError) -> Occupant? {
        var pattern = RowPattern(classCode: schema.code)
        pattern.identifier = identifier
        return try occupant(pattern, schema)
    }

    private func occupant(
        _ pattern: RowPattern,
        _ schema: ClassSchema
    ) throws(KeychainError) -> Occupant? {
        var found: Occupant?
        try search(pattern) { row throws(KeychainError) in
            let content: Occupant.Content =
                switch try row.availability() {
                case .destroyed: .destroyed
                case .locked: .locked
                case .open(let classKeys):
                    try row.open(with: classKeys) { view, tag throws(KeychainError) in
                        if pattern.wantsSecret,
                            case .damaged = try row.payload(with: classKeys, tag: tag)
                        {
                            return .destroyed
                        }
                        return .open(try PlainItem(schema, row, view, secret: nil))
                    }
                }
            found = Occupant(stored: Stored(row), content: content)
            return false
        }
        return found
    }
}
