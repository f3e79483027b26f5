package import PortableKeychain

extension LAContext {
    /// What the context stands for in a request.
    package var proofs: AuthenticationContext {
        #if canImport(Darwin)
            AuthenticationContext(standingFor: self)
        #else
            authenticationContext
        #endif
    }
}
