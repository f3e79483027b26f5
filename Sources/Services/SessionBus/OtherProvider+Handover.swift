#if Agent && os(Linux)
    internal import KeychainSecretService

    extension OtherProvider {
        /// Stores the items of a handover; deletes none.
        ///
        /// - Parameters:
        ///   - handover: The items.
        ///   - keyring: The object of the keyring for them; `nil` for the default one.
        /// - Throws: ``SessionBusProblem`` for the first item that it does not take; those before are stored.
        func take(_ handover: Handover, into keyring: String?) throws(SessionBusProblem) {
            let session = try openSession()
            for change in handover.changed {
                let secret = change.item.secret(in: session)
                _ = try call(change.object, "Item", "SetSecret", [secret])
            }
            guard !handover.missing.isEmpty else { return }
            let collection = if let keyring { keyring } else { try defaultCollection() }
            // One without items was not unlocked when they were read.
            try unlock([collection])
            for item in handover.missing { try create(item, in: collection, session) }
        }

        private func defaultCollection() throws(SessionBusProblem) -> String {
            guard let collection = try keyring(alias: "default") else {
                throw .provider("it has no default keyring")
            }
            return collection
        }

        private func create(
            _ item: ForeignItem,
            in collection: String,
            _ session: String
        ) throws(SessionBusProblem) {
            let body = [item.properties, item.secret(in: session), .flag(false)]
            let answer = try call(collection, "Collection", "CreateItem", body)
            guard answer.count == 2, case .path(let created) = answer[0],
                case .path(let prompt) = answer[1], created != "/" || prompt != "/"
            else { throw .provider("it stored no item") }
            try ask(prompt) { () throws(SessionBusProblem) in false }
        }
    }
#endif
