#if Agent && os(Linux)
    internal import KeychainLibC
    internal import KeychainSecretService
    internal import PortableKeychain

    /// Reads all items of the program that answers for the Secret Service now.
    struct ProviderReader {
        private let connection: BusConnection

        private static let root = "/org/freedesktop/secrets"
        /// A locked provider asks its user.
        private static let patience: UInt64 = 300_000_000
        /// The number of times in a second at which it is checked whether the user has answered.
        private static let looks = 5

        private init(_ connection: BusConnection) { self.connection = connection }

        /// Reads the items.
        ///
        /// - Throws: ``SessionBusProblem`` if no program answers, or its user does not unlock it.
        static func items() throws(SessionBusProblem) -> [ForeignItem] {
            try ProviderReader(try .toSession()).read()
        }

        private func read() throws(SessionBusProblem) -> [ForeignItem] {
            let opening: [BusValue] = [.text("plain"), .variant(.text(""))]
            guard
                case .path(let session)? = try call(Self.root, "Service", "OpenSession", opening)
                    .last
            else { throw .provider("it opened no session") }
            var (unlocked, locked) = try search()
            if !locked.isEmpty {
                try unlock(locked)
                (unlocked, locked) = try search()
                guard locked.isEmpty else { throw .provider("it is still locked") }
            }
            var items: [ForeignItem] = []
            for path in unlocked {
                let properties = try call(
                    path,
                    "org.freedesktop.DBus.Properties",
                    "GetAll",
                    [.text("org.freedesktop.Secret.Item")]
                )
                let secret = try call(path, "Item", "GetSecret", [.path(session)])
                guard let item = ForeignItem(properties: properties, secret: secret) else {
                    throw .provider("the item \(path) cannot be read")
                }
                items.append(item)
            }
            return items
        }

        private func search() throws(SessionBusProblem) -> ([String], [String]) {
            let found = try call(Self.root, "Service", "SearchItems", [.list(of: "{ss}", [])])
            guard found.count == 2 else { throw .provider("it found nothing") }
            return (Self.paths(found[0]), Self.paths(found[1]))
        }

        /// Has the provider ask its user, and waits for the answer.
        private func unlock(_ paths: [String]) throws(SessionBusProblem) {
            let wanted = BusValue.list(of: "o", paths.map { .path($0) })
            let answer = try call(Self.root, "Service", "Unlock", [wanted])
            guard case .path(let prompt)? = answer.last, prompt != "/" else { return }
            _ = try call(prompt, "Prompt", "Prompt", [.text("")])
            // Without listening for its signal: a prompt that has ended is gone.
            for _ in 0..<Int(Self.patience / 1_000_000) * Self.looks {
                let (_, locked) = try search()
                if locked.isEmpty { return }
                usleep(useconds_t(1_000_000 / Self.looks))
            }
        }

        private static func paths(_ value: BusValue) -> [String] {
            value.elements?.compactMap(\.path) ?? []
        }

        private func call(
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
                within: Self.patience
            ).values()
        }
    }
#endif
