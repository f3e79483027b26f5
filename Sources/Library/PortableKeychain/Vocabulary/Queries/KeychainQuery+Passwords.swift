extension KeychainQuery where Item == GenericPassword {
    /// Generic passwords with the given values; an omitted value matches anything.
    ///
    /// - Parameters:
    ///   - service: The service that the secret is for.
    ///   - account: The account that the secret belongs to.
    /// - Returns: The query.
    public static func genericPassword(service: String? = nil, account: String? = nil) -> Self {
        all.with(.service, service.map { .string($0) })
            .with(.account, account.map { .string($0) })
    }
}

extension KeychainQuery where Item == InternetPassword {
    /// Internet passwords with the given values; an omitted value matches anything.
    ///
    /// - Parameters:
    ///   - server: The host's name or address.
    ///   - account: The account that the password belongs to.
    ///   - networkProtocol: The protocol.
    ///   - port: The port.
    ///   - path: The path on the server.
    /// - Returns: The query.
    public static func internetPassword(
        server: String? = nil,
        account: String? = nil,
        networkProtocol: NetworkProtocol? = nil,
        port: Int? = nil,
        path: String? = nil
    ) -> Self {
        all.with(.server, server.map { .string($0) })
            .with(.account, account.map { .string($0) })
            .with(.networkProtocol, networkProtocol.map { .string($0.rawValue) })
            .with(.port, port.map { .number(Int64($0)) })
            .with(.path, path.map { .string($0) })
    }

    /// Items of a host or one of its subdomains; only for searches.
    ///
    /// - Parameter host: The host's name.
    /// - Returns: The narrower query.
    public func onHostOrSubdomain(of host: String) -> Self { filtered(.hostOrSubdomain(host)) }
}
