#if Agent && os(Linux)
    internal import KeychainSecretService

    /// Another program that answers for the Secret Service now, as its client.
    struct OtherProvider {
        private let connection: BusConnection

        static let root = "/org/freedesktop/secrets"
        /// The longest time for a call by which a locked provider asks its user, in microseconds.
        private static let patience: UInt64 = 300_000_000
        /// The longest time for a call that asks no user, in microseconds.
        private static let shortPatience: UInt64 = 30_000_000

        /// Whether its user may be asked to unlock it.
        private let asksUser: Bool

        /// Connects to it.
        ///
        /// - Parameter asksUser: Whether its user may be asked to unlock it.
        /// - Throws: ``SessionBusProblem/noBus(_:)``.
        init(asksUser: Bool = true) throws(SessionBusProblem) {
            self.asksUser = asksUser
            connection = try .toSession()
        }

        /// Opens a session in which secrets are not encrypted: the bus of the session belongs to the user.
        func openSession() throws(SessionBusProblem) -> String {
            let opening: [BusValue] = [.text("plain"), .variant(.text(""))]
            guard
                case .path(let session)? = try call(Self.root, "Service", "OpenSession", opening)
                    .last
            else { throw .provider("it opened no session") }
            return session
        }

        /// Reads items.
        ///
        /// - Parameter keyrings: The objects of the keyrings that have them; `nil` for all.
        /// - Returns: The items, and the names of those that cannot be read.
        /// - Throws: ``SessionBusProblem`` if no program answers, or its user does not unlock it.
        func items(of keyrings: Set<String>? = nil) throws(SessionBusProblem) -> ProvidedItems {
            let session = try openSession()
            var (unlocked, locked) = try search(in: keyrings)
            if !locked.isEmpty {
                guard asksUser else { throw .provider("it is locked") }
                try unlock(locked)
                (unlocked, locked) = try search(in: keyrings)
                guard locked.isEmpty else { throw .provider("it is still locked") }
            }
            var provided = ProvidedItems()
            for path in unlocked { try read(path, session, into: &provided) }
            return provided
        }

        /// Reads one item.
        ///
        /// Programs list items that they do not show: gnome-keyring makes one while it is asked, and a damaged one stays
        /// in the list. The others can still be read.
        private func read(
            _ path: String,
            _ session: String,
            into provided: inout ProvidedItems
        ) throws(SessionBusProblem) {
            var label: String?
            let found = try unlessRefused { () throws(SessionBusProblem) in
                let properties = try properties(of: path, "Item")
                label = ForeignItem.label(in: properties)
                let secret = try call(path, "Item", "GetSecret", [.path(session)])
                return ForeignItem(properties: properties, secret: secret)
            }
            if var item = found ?? nil {
                item.object = path
                return provided.items.append(item)
            }
            provided.unreadable.append(label.flatMap { $0.isEmpty ? nil : $0 } ?? path)
        }

        /// The objects of unlocked and of locked items.
        func search(
            in keyrings: Set<String>? = nil
        ) throws(SessionBusProblem) -> ([String], [String]) {
            let found = try call(Self.root, "Service", "SearchItems", [.list(of: "{ss}", [])])
            guard found.count == 2 else { throw .provider("it found nothing") }
            let (unlocked, locked) = (Self.paths(found[0]), Self.paths(found[1]))
            guard let keyrings else { return (unlocked, locked) }
            let isWanted = { item in
                ForeignKeyring.object(above: item).map(keyrings.contains) ?? false
            }
            return (unlocked.filter(isWanted), locked.filter(isWanted))
        }

        /// Has the provider ask its user, and waits for the answer.
        func unlock(_ paths: [String]) throws(SessionBusProblem) {
            let wanted = BusValue.list(of: "o", paths.map { .path($0) })
            let answer = try call(Self.root, "Service", "Unlock", [wanted])
            guard case .path(let prompt)? = answer.last else { return }
            // Of others, which may stay locked, it is not known.
            try ask(prompt) { () throws(SessionBusProblem) in
                try search().1.allSatisfy { item in
                    !paths.contains(item)
                        && !paths.contains(ForeignKeyring.object(above: item) ?? "")
                }
            }
        }

        /// Has the provider ask its user a question, and waits for the answer.
        ///
        /// - Parameters:
        ///   - prompt: The object of the question; nothing is asked if there is none ("/").
        ///   - look: Whether it was answered, for a provider that does not say so.
        /// - Throws: ``SessionBusProblem`` if the user cancels it, or is not asked.
        func ask(
            _ prompt: String,
            orIf look: () throws(SessionBusProblem) -> Bool
        ) throws(SessionBusProblem) {
            guard prompt != "/" else { return }
            let end = try connection.awaitSignal(
                prompt,
                "org.freedesktop.Secret.Prompt",
                "Completed",
                within: Self.patience
            ) { () throws(SessionBusProblem) in
                _ = try call(prompt, "Prompt", "Prompt", [.text("")])
            } orIf: { () throws(SessionBusProblem) in
                try look()
            }
            // A provider that has no display to ask on says the same.
            guard end?.first?.flag != true else {
                throw .provider("its question was not answered, or could not be shown")
            }
        }

        /// All properties of an object, by the name of its interface.
        func properties(
            of object: String,
            _ interface: String
        ) throws(SessionBusProblem) -> [BusValue] {
            try call(
                object,
                "org.freedesktop.DBus.Properties",
                "GetAll",
                [.text("org.freedesktop.Secret." + interface)]
            )
        }

        /// The result of calls; `nil` if the provider refuses one of them.
        func unlessRefused<Result>(
            _ calls: () throws(SessionBusProblem) -> Result
        ) throws(SessionBusProblem) -> Result? {
            do throws(SessionBusProblem) {
                return try calls()
            } catch {
                guard case .refused = error else { throw error }
                return nil
            }
        }

        private static func paths(_ value: BusValue) -> [String] {
            value.elements?.compactMap(\.path) ?? []
        }

        /// Calls a method of the Secret Service, or of an interface whose whole name is given.
        func call(
            _ path: String,
            _ interface: String,
            _ member: String,
            _ body: [BusValue]
        ) throws(SessionBusProblem) -> [BusValue] {
            let isWhole = interface.unicodeScalars.contains(".")
            let name = isWhole ? interface : "org.freedesktop.Secret." + interface
            return try connection.reply(
                SessionBus.name,
                path,
                name,
                member,
                body,
                within: !asksUser || member == "GetSecret" || member == "GetAll"
                    ? Self.shortPatience : Self.patience
            ).values()
        }
    }
#endif
