extension KeychainQuery where Item == GenericPassword {
    /// Generic passwords with the given values; what is not given may be anything.
    ///
    /// - Parameters:
    ///   - service: What the secret is for.
    ///   - account: Whose secret it is.
    /// - Returns: The match.
    public static func genericPassword(service: String? = nil, account: String? = nil) -> Self {
        all.with(.service, service.map { .string($0) })
            .with(.account, account.map { .string($0) })
    }
}

extension KeychainQuery where Item == InternetPassword {
    /// Internet passwords with the given values; what is not given may be anything.
    ///
    /// - Parameters:
    ///   - server: The host's name or address.
    ///   - account: Whose password it is.
    ///   - networkProtocol: The protocol.
    ///   - port: The port.
    ///   - path: The path on the server.
    /// - Returns: The match.
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

    /// Items of a host or of a host below it; for searches alone.
    ///
    /// - Parameter host: The host's name.
    /// - Returns: The narrower match.
    public func onHostOrSubdomain(of host: String) -> Self { filtered(.hostOrSubdomain(host)) }
}
