package import PortableKeychain

extension LAContext {
    /// The proofs of the context in a request.
    package var proofs: AuthenticationContext {
        #if canImport(Darwin)
            AuthenticationContext(standingFor: self)
        #else
            authenticationContext
        #endif
    }
}
