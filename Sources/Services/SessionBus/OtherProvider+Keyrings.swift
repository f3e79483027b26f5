#if Agent && os(Linux)
    internal import KeychainSecretService

    extension OtherProvider {
        /// Finds the keyrings that have items; asks no user, and changes nothing.
        ///
        /// - Returns: The keyrings, except that in memory.
        /// - Throws: ``SessionBusProblem`` if no program answers.
        func keyrings() throws(SessionBusProblem) -> [ForeignKeyring] {
            let (unlocked, locked) = try search()
            let memory = try keyring(alias: "session")
            let closed = Set(ForeignKeyring.objects(above: locked))
            var standard: Set<String> = []
            for alias in ["default", "login"] {
                if let object = try keyring(alias: alias) { standard.insert(object) }
            }
            var keyrings: [ForeignKeyring] = []
            for object in ForeignKeyring.objects(above: locked + unlocked) where object != memory {
                var protection = ForeignKeyring.Protection.unknown
                if closed.contains(object) {
                    protection = try asksForPassword(object) ? .password : .none
                }
                keyrings.append(
                    ForeignKeyring(
                        object: object,
                        protection: protection,
                        label: try label(of: object) ?? "",
                        isDefault: standard.contains(object)
                    )
                )
            }
            // A provider that names no default one, and has no other.
            if standard.isEmpty, keyrings.count == 1 { keyrings[0].isDefault = true }
            return keyrings
        }

        /// The keyring with an alias; `nil` if there is none.
        func keyring(alias: String) throws(SessionBusProblem) -> String? {
            let answer = try unlessRefused { () throws(SessionBusProblem) in
                try call(Self.root, "Service", "ReadAlias", [.text(alias)])
            }
            guard case .path(let object)? = answer?.first, object != "/" else { return nil }
            return object
        }

        /// The label of a keyring, which may be empty; `nil` if the provider does not show the keyring.
        func label(of object: String) throws(SessionBusProblem) -> String? {
            let found = try unlessRefused { () throws(SessionBusProblem) in
                try properties(of: object, "Collection")
            }
            return found.map { ForeignItem.label(in: $0) ?? "" }
        }

        /// Whether a locked keyring asks for its password: one with an empty password is unlocked without a question.
        ///
        /// The question is not shown, and is taken back.
        private func asksForPassword(_ object: String) throws(SessionBusProblem) -> Bool {
            let asks = try unlessRefused { () throws(SessionBusProblem) in
                let wanted = BusValue.list(of: "o", [.path(object)])
                let answer = try call(Self.root, "Service", "Unlock", [wanted])
                guard case .path(let prompt)? = answer.last, prompt != "/" else {
                    return answer.first?.elements?.isEmpty ?? true
                }
                _ = try call(prompt, "Prompt", "Dismiss", [])
                return true
            }
            return asks ?? true
        }
    }
#endif
