#if Agent && os(Linux)
    internal import KeychainSecretService

    extension OtherProvider {
        /// Finds the keyrings that have items; asks no user, and changes nothing.
        ///
        /// - Returns: The keyrings.
        /// - Throws: ``SessionBusProblem`` if no program answers.
        func keyrings() throws(SessionBusProblem) -> [ForeignKeyring] {
            let (unlocked, locked) = try search()
            var keyrings: [ForeignKeyring] = []
            let closed = ForeignKeyring.objects(above: locked)
            for object in closed {
                let protection: ForeignKeyring.Protection =
                    try asksForPassword(object) ? .password : .none
                keyrings.append(ForeignKeyring(object: object, protection: protection))
            }
            for object in ForeignKeyring.objects(above: unlocked) where !closed.contains(object) {
                keyrings.append(ForeignKeyring(object: object, protection: .unknown))
            }
            return keyrings
        }

        /// Whether a locked keyring asks for its password: one with an empty password is unlocked without a question.
        ///
        /// The question is not shown, and is taken back.
        private func asksForPassword(_ object: String) throws(SessionBusProblem) -> Bool {
            do throws(SessionBusProblem) {
                let wanted = BusValue.list(of: "o", [.path(object)])
                let answer = try call(Self.root, "Service", "Unlock", [wanted])
                guard case .path(let prompt)? = answer.last, prompt != "/" else {
                    return answer.first?.elements?.isEmpty ?? true
                }
                _ = try call(prompt, "Prompt", "Dismiss", [])
                return true
            } catch {
                guard case .refused = error else { throw error }
                return true
            }
        }
    }
#endif
