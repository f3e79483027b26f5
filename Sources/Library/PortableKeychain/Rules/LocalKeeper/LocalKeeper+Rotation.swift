extension LocalKeeper {
    package func rotate(
        _ proofs: [AccessProof],
        newPasscode: SecretBytes?,
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> RotationReport {
        try vault.rotate(
            proofs,
            passcode: newPasscode,
            hashing,
            progress: progress
        ) { opened, rotation throws(KeychainError) in
            try PlainItem(opened).rotated(rotation).row
        }
    }
}

extension PlainItem {
    /// Reads an opened row, with its payload as it is stored.
    fileprivate init(_ opened: Vault.OpenedRow) throws(KeychainError) {
        try self.init(
            ClassSchema.of(opened.classCode().itemClass),
            opened.row,
            opened.attributes,
            secret: opened.secret
        )
    }

    /// The same item with an envelope and a digest for the new keys.
    fileprivate consuming func rotated(
        _ rotation: Rotation
    ) throws(KeychainError) -> PlainItem {
        var needs = Envelope.Needs(accessControl)
        var (owner, code) = (identifier, schema.code)
        // An earlier version has the envelope of its item.
        if let item = try KeptVersion(copy self)?.item {
            needs = Envelope.Needs(item.accessControl)
            (owner, code) = (item.identifier, item.schema.code)
        }
        if !needs.isEmpty, !isTombstone {
            guard let envelope = secret else {
                throw KeychainError(
                    .corrupt,
                    reason: "The secret of an item that requires user authentication is missing."
                )
            }
            secret = try rotation.envelope(envelope, needs, of: owner, code)
        }
        if attributes[.sha1] != nil { stamp(rotation.new) }
        return self
    }
}
