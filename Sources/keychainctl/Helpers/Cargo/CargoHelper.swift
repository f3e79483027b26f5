internal import PortableKeychain

/// Answers cargo's questions from a keychain.
///
/// Tokens are generic passwords of the service `cargo-registry:` and the address of the index, as
/// those of cargo's own provider on macOS.
struct CargoHelper {
    let options: HelperOptions
    /// Asks the user for the token of the registry of this name.
    let ask: (String) throws -> SecretBytes

    /// Answers a request; what goes wrong is an answer, too.
    func answer(_ request: CargoRequest) -> JSON {
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
        let keychain = try request.keychain()
        let options = keychain == nil ? options : try HelperOptions.naming(keychain)
        let item = ServicePassword(
            service: "cargo-registry:\(request.registry.indexURL)",
            username: ""
        )
        switch request.kind {
        case "get":
            guard let (_, secret) = try item.find(in: options.store()) else {
                throw CargoProblem.notFound
            }
            guard let token = SecretText.copy(secret) else {
                throw CargoProblem.other("the stored token is not UTF-8 text")
            }
            return .token(token)
        case "login":
            let name = request.registry.name ?? request.registry.indexURL
            let token = try request.token.map { SecretBytes(utf8: $0) } ?? ask(name)
            guard isToken(token) else { throw CargoProblem.other("the token is no token") }
            try item.set(token, in: options.storeToWrite())
            return .login
        case "logout":
            guard try item.delete(in: options.store()) else { throw CargoProblem.notFound }
            return .logout
        default: throw CargoProblem.operationNotSupported
        }
    }

    /// A token goes into a header as it is: printable ASCII (RFC 9110, 5.5).
    private func isToken(_ token: SecretBytes) -> Bool {
        token.count > 0 && token.withUnsafeBytes { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    }
}
