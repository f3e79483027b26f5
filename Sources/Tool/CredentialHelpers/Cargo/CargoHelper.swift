internal import KeychainctlKit
package import PortableKeychain
package import SafeText

/// Answers cargo's requests from a keychain.
///
/// Tokens are generic passwords with the service `cargo-registry:` followed by the address of the
/// index, as in cargo's own provider on macOS.
package struct CargoHelper {
    private let keychain: HelperKeychain
    private let ask: (String) throws -> SecretBytes

    /// Creates a helper.
    ///
    /// - Parameters:
    ///   - keychain: The keychain to use if a request does not name one.
    ///   - ask: Asks the user for the token of the registry with this name.
    package init(_ keychain: HelperKeychain, ask: @escaping (String) throws -> SecretBytes) {
        self.keychain = keychain
        self.ask = ask
    }

    /// Answers a request; errors are also answers.
    package func answer(_ request: CargoRequest) -> JSON {
        do {
            return try perform(request).json
        } catch let problem as CargoProblem {
            return problem.json
        } catch let error as KeychainError {
            return CargoProblem.other(Failure(error).message).json
        } catch let failure as Failure {
            return CargoProblem.other(failure.message).json
        } catch {
            return CargoProblem.other("internal error").json
        }
    }

    private func perform(_ request: CargoRequest) throws -> CargoAnswer {
        guard !request.registry.indexURL.isEmpty,
            !request.registry.indexURL.unicodeScalars.contains(where: Escaping.isUnsafe)
        else { throw CargoProblem.urlNotSupported }
        let keychain = try request.keychain().map(Self.keychain) ?? keychain
        let item = ServicePassword(
            service: "cargo-registry:\(request.registry.indexURL)",
            username: ""
        )
        switch request.kind {
        case "get":
            guard let (_, secret) = try item.find(in: keychain.store()) else {
                throw CargoProblem.notFound
            }
            guard SecretText.isText(secret) else {
                throw CargoProblem.other("the stored token is not UTF-8 text")
            }
            return .token(secret)
        case "login":
            let name = request.registry.name ?? request.registry.indexURL
            let token = try request.token ?? ask(name)
            guard isToken(token) else { throw CargoProblem.other("the token is not valid") }
            try item.set(token, in: keychain.storeToWrite())
            return .login
        case "logout":
            guard try item.delete(in: keychain.store()) else { throw CargoProblem.notFound }
            return .logout
        default: throw CargoProblem.operationNotSupported
        }
    }

    private static func keychain(_ name: String) throws(Failure) -> HelperKeychain {
        guard name == "-" || !name.hasPrefix("-") else {
            throw Failure(.usage, "there is no keychain with this name", advice: "see --help")
        }
        return HelperKeychain(KeychainChoice(name: name))
    }

    /// Whether a token can be sent in a header: printable ASCII (RFC 9110, 5.5).
    private func isToken(_ token: SecretBytes) -> Bool {
        token.count > 0 && token.withUnsafeBytes { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    }
}
