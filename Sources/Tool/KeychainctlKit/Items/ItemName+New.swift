@_spi(Keepers) package import PortableKeychain
internal import SafeText

extension ItemName {
    /// The kind of a new item of this name.
    ///
    /// | name | item |
    /// |---|---|
    /// | `api`, `Home router` | a generic password with this service |
    /// | `api/ci` | a generic password with this service and account |
    /// | `ann@example.com`, `ann@example.com:8443/path` | an internet password |
    /// | `https://ann@example.com/path`, `https://example.com` | an internet password |
    ///
    /// - Parameter wanted: The class, if the person named one.
    /// - Returns: The class and the attributes.
    /// - Throws: ``Failure`` for a name that could be understood in several ways.
    package func newItem(as wanted: ItemClass? = nil) throws(Failure) -> ItemSelection {
        guard !text.isEmpty else {
            throw Failure(.usage, "the name is empty", advice: "write a label, service or address")
        }
        try checkHoldsNoSecret()
        guard SplitAddress(text).scheme == nil else { return try address(text[...], wanted) }
        let parts = text.split(at: "/", maxSplits: 1)
        let at = parts[0].unicodeScalars.lastIndex(of: "@")
        switch (at, wanted) {
        case (nil, .internetPassword): return try host(parts)
        case (nil, _): return try service(parts)
        case (let at?, .genericPassword):
            let (account, service) = (
                parts[0][..<at], parts[0][parts[0].unicodeScalars.index(after: at)...]
            )
            guard parts.count == 1, !account.isEmpty, !service.isEmpty else { throw unclear }
            return Self.generic(String(service), String(account))
        case (let at?, nil):
            let place = try? HostAndPort(parts[0][parts[0].unicodeScalars.index(after: at)...])
            guard let place, place.port != nil || place.host.contains(where: { ".:".contains($0) })
            else { throw unclear }
            return try address(text[...], wanted)
        default: return try address(text[...], wanted)
        }
    }

    /// Refuses an address with a password, which other programs can read on the command line.
    ///
    /// - Throws: ``Failure`` that does not repeat the name.
    package func checkHoldsNoSecret() throws(Failure) {
        let user = SplitAddress(text).user
        guard let user, user.utf8.contains(UInt8(ascii: ":")) else { return }
        throw Failure(
            .usage,
            "the address seems to have a password in it, which other programs can see",
            advice: "write it without the colon and the password"
        )
    }

    /// `service` or `service/account`.
    private func service(_ parts: [Substring]) throws(Failure) -> ItemSelection {
        guard parts.allSatisfy({ !$0.isEmpty }), parts.count == 1 || !parts[1].contains(sign: "/")
        else { throw unclear }
        return Self.generic(String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }

    /// `host` or `host/account`, if the person said that it is an internet password.
    private func host(_ parts: [Substring]) throws(Failure) -> ItemSelection {
        let place = try? HostAndPort(parts[0])
        guard let place, !place.host.isEmpty, parts.count == 1 || !parts[1].isEmpty,
            parts.count == 1 || !parts[1].contains(sign: "/")
        else { throw unclear }
        var attributes = Self.attributes(of: place)
        if parts.count == 2 { attributes[.account] = .string(String(parts[1])) }
        return ItemSelection(itemClass: .internetPassword, attributes: attributes)
    }

    /// An address, with or without a protocol and an account.
    private func address(_ text: Substring, _ wanted: ItemClass?) throws(Failure) -> ItemSelection {
        guard wanted != .genericPassword else { throw unclear }
        let parts = SplitAddress(text)
        let scheme = parts.scheme.flatMap { NetworkProtocol(name: $0.lowercased()) }
        guard scheme != nil || parts.scheme == nil else { throw unclear }
        let (account, place) = (parts.user, try? HostAndPort(parts.place))
        guard let place, !place.host.isEmpty, account?.isEmpty != true else { throw unclear }
        var attributes = Self.attributes(of: place)
        let path = parts.path == "/" ? "" : parts.path
        attributes[.networkProtocol] = scheme.map { .string($0.rawValue) }
        attributes[.account] = account.map { .string(String($0)) }
        attributes[.path] = path.isEmpty ? nil : .string(String(path))
        return ItemSelection(itemClass: .internetPassword, attributes: attributes)
    }

    private static func generic(_ service: String, _ account: String?) -> ItemSelection {
        var attributes: ItemAttributes = [.service: .string(service)]
        attributes[.account] = account.map { .string($0) }
        return ItemSelection(itemClass: .genericPassword, attributes: attributes)
    }

    private static func attributes(of place: HostAndPort) -> ItemAttributes {
        var attributes: ItemAttributes = [.server: .string(place.host.lowercased())]
        attributes[.port] = place.port.map { .number(Int64($0)) }
        return attributes
    }

    private var unclear: Failure {
        Failure(
            .usage,
            "no item has the name '\(text)', and a new one could be several things",
            advice: "use --service or --server, and --account, in place of the name"
        )
    }
}
