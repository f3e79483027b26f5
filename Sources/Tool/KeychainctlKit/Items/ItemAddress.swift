@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// An address as people type or paste it, to find the passwords of its server:
/// `example.com:8443/path`, `https://ann@example.com`.
struct ItemAddress: Equatable {
    /// The degree to which the address of an item has to agree.
    enum Agreement: CaseIterable {
        /// In all parts.
        case exact
        /// In all parts that are written: for a change, which would take another item otherwise.
        case stated
        /// As far as both say it: for reading. A page that an item does not state needs a written protocol.
        case lenient

        /// The ways in which an item is looked for, one after the other.
        static func ways(for purpose: ItemChoice.Purpose) -> [Agreement] {
            [.exact, purpose == .changing ? .stated : .lenient]
        }
    }

    /// The name of the protocol; empty if it is not written.
    private let scheme: String
    let host: String
    /// 0 for the default port of the protocol.
    private let port: Int64
    /// Without the slash at its start.
    private let path: String
    /// `nil` for the items of all accounts.
    private let account: String?

    /// Reads the place of a name; `nil` if it is not an address.
    init?(_ reading: ItemName.Reading) {
        let parts = SplitAddress(reading.place)
        scheme = parts.scheme?.lowercased() ?? ""
        guard parts.scheme == nil || NetworkProtocol(name: scheme) != nil else { return nil }
        path = Self.trimmed(String(parts.path))
        // A password in the address is not part of the account.
        let user = parts.user?.utf8.split(separator: UInt8(ascii: ":")).first
        guard let place = try? HostAndPort(parts.place), !place.host.isEmpty else { return nil }
        host = place.host
        port = Int64(place.port ?? 0)
        account = reading.account ?? user.map { String(Substring($0)) }
    }

    /// The attributes of the server's items.
    var patterns: [ItemSelection] {
        let reading = ItemName.Reading(place: host, account: account)
        let hosts = Set([host, host.lowercased(), HostAndPort.bracketed(host)])
        return hosts.sorted().map { reading.selection(.internetPassword, .server, $0) }
    }

    /// Whether an item has this address, whatever the case of its account.
    func fits(_ item: ListedItem, for purpose: ItemChoice.Purpose) -> Bool {
        let hosts = [host, HostAndPort.bracketed(host)].map { $0.lowercased() }
        return item.itemClass == .internetPassword
            && hosts.contains(item.text(.server).lowercased())
            && ItemName.Reading(place: host, account: account).fitsAccount(of: item)
            && Agreement.ways(for: purpose).contains { fits(item, $0) }
    }

    /// Whether an item of the server has this address.
    func fits(_ item: ListedItem, _ agreement: Agreement) -> Bool {
        let stored = AttributeName.of(.networkProtocol).flatMap { name in
            item.attributes[.networkProtocol].map(name.form.text)
        }
        return agrees(
            scheme: stored == "0" ? "" : stored ?? "",
            port: item.number(.port),
            path: Self.trimmed(item.text(.path)),
            agreement
        )
    }

    /// Whether an item has this address in its service or its comment.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - endings: The endings of services behind an address.
    ///   - agreement: The degree to which it has to agree.
    /// - Returns: Whether it does.
    func fitsMore(
        _ item: ListedItem,
        omitting endings: [String],
        _ agreement: Agreement
    ) -> Bool {
        guard account == nil || account == item.text(.account) else { return false }
        let service = item.text(.service)
        let places = endings.filter(service.hasSuffix).map { String(service.dropLast($0.count)) }
        return (places + item.filing.addresses).contains { place in
            guard let stored = ItemAddress(ItemName.Reading(place: place)) else { return false }
            return stored.host.lowercased() == host.lowercased()
                && agrees(
                    scheme: stored.scheme,
                    port: stored.port,
                    path: stored.path,
                    agreement
                )
        }
    }

    private func agrees(
        scheme other: String,
        port: Int64,
        path: String,
        _ agreement: Agreement
    ) -> Bool {
        func isSilent(_ part: String) -> Bool { part.isEmpty || part == "0" }
        func fits(_ typed: String, _ stored: String, _ agreement: Agreement) -> Bool {
            switch agreement {
            case .exact: typed == stored
            case .stated: typed == stored || isSilent(typed)
            case .lenient: typed == stored || isSilent(typed) || isSilent(stored)
            }
        }
        // Without a protocol, what looks like a page may be the account of another item: `github.com/bob`.
        let ofPath = scheme.isEmpty && agreement == .lenient ? .stated : agreement
        return fits(scheme, other, agreement)
            && fits(String(self.port), String(port), agreement)
            && fits(self.path, path, ofPath)
    }

    /// A path without slashes at its ends.
    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.first == "/" { path = path.dropFirst() }
        while path.last == "/" { path = path.dropLast() }
        return String(path)
    }
}
