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

        /// Reads all items.
        ///
        /// - Returns: The items, and the names of those that cannot be read.
        /// - Throws: ``SessionBusProblem`` if no program answers, or its user does not unlock it.
        func items() throws(SessionBusProblem) -> ProvidedItems {
            let session = try openSession()
            var (unlocked, locked) = try search()
            if !locked.isEmpty {
                guard asksUser else { throw .provider("it is locked") }
                try unlock(locked)
                (unlocked, locked) = try search()
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
            do throws(SessionBusProblem) {
                let properties = try call(
                    path,
                    "org.freedesktop.DBus.Properties",
                    "GetAll",
                    [.text("org.freedesktop.Secret.Item")]
                )
                label = ForeignItem.label(in: properties)
                let secret = try call(path, "Item", "GetSecret", [.path(session)])
                if var item = ForeignItem(properties: properties, secret: secret) {
                    item.object = path
                    return provided.items.append(item)
                }
            } catch {
                guard case .refused = error else { throw error }
            }
            provided.unreadable.append(label.flatMap { $0.isEmpty ? nil : $0 } ?? path)
        }

        func search() throws(SessionBusProblem) -> ([String], [String]) {
            let found = try call(Self.root, "Service", "SearchItems", [.list(of: "{ss}", [])])
            guard found.count == 2 else { throw .provider("it found nothing") }
            return (Self.paths(found[0]), Self.paths(found[1]))
        }

        /// Has the provider ask its user, and waits for the answer.
        func unlock(_ paths: [String]) throws(SessionBusProblem) {
            let wanted = BusValue.list(of: "o", paths.map { .path($0) })
            let answer = try call(Self.root, "Service", "Unlock", [wanted])
            guard case .path(let prompt)? = answer.last else { return }
            try ask(prompt) { () throws(SessionBusProblem) in try search().1.isEmpty }
        }

        /// Has the provider ask its user a question, and waits for the answer.
        ///
        /// - Parameters:
        ///   - prompt: The object of the question; nothing is asked if there is none ("/").
        ///   - look: Whether it was answered, for a provider that does not say so.
        /// - Throws: ``SessionBusProblem`` if the user cancels it.
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
            if end?.first?.flag == true { throw .provider("you canceled its question") }
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
            let name = interface.contains(".") ? interface : "org.freedesktop.Secret." + interface
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
