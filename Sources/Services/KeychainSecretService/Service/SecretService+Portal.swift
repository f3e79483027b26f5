@_spi(Keepers) internal import PortableKeychain

/// The secrets of programs in sandboxes: one for each, with which the program encrypts what it keeps.
extension SecretService {
    /// The attributes of such a secret are gnome-keyring's, so that what was imported from it is found: a new secret
    /// would make all that the program has encrypted unreadable.
    private static let programAttribute = "app_id"
    private static let schema = "org.freedesktop.portal.Secret"
    private static let secretLength = 64

    /// Announces the secret of a program, which is made at the first request.
    ///
    /// - Returns: The name under which the reply comes.
    func retrieveSecret(_ call: BusCall) throws(BusFailure) -> String {
        // The portal alone knows who calls it. Other programs could ask in the name of any program.
        guard call.isFromPortal else { throw .notThePortal }
        let name = number("r")
        guard call.body.count == 4, let handle = call.body[0].path,
            let program = call.body[1].text, PortalRequest.isIdentifier(program)
        else {
            reply(to: name, .failed)
            return name
        }
        do throws(BusFailure) {
            let standard = try Self.keychain { () throws(KeychainError) in try shelf.standard() }
            let request = PortalRequest(
                call: name,
                handle: handle,
                program: program,
                collection: standard
            )
            guard try collection(standard).isLocked else {
                complete(request, .done)
                return name
            }
            let waiting = prompts.requests.count { $0.request.program == program }
            guard waiting < PortalRequest.mostWaiting else { throw .limitsExceeded }
            let prompt = try makePrompt(call.sender, .retrieve(request))
            if let prompt = prompts[prompt] { _ = try ask(prompt, for: request.asker) }
        } catch {
            reply(to: name, .failed)
        }
        return name
    }

    /// Withdraws a request that waits for the user.
    func closePortalRequest(_ call: BusCall) throws(BusFailure) {
        let closed = prompts.requests.filter {
            $0.prompt.owner == call.sender && $0.request.handle == call.path
        }
        guard !closed.isEmpty else { throw .noSuchObject(call.path) }
        for (prompt, request) in closed {
            _ = prompts.dismiss(prompt.name)
            reply(to: request.call, .failed)
        }
    }

    /// Replies to a request when its keychain is unlocked, or will not be.
    func complete(_ request: PortalRequest, _ outcome: PromptOutcome) {
        do throws(BusFailure) {
            let collection = try collection(request.collection)
            switch outcome {
            // Also where another program's question has unlocked it.
            case .dismissed where collection.isLocked: reply(to: request.call, .canceled)
            case .failed where collection.isLocked: reply(to: request.call, .failed)
            case .done, .dismissed, .failed:
                let found = try Self.keychain { () throws(KeychainError) in
                    try secret(of: request.program, in: collection)
                }
                reply(to: request.call, .secret(found))
            }
        } catch {
            reply(to: request.call, .failed)
        }
    }

    /// The secret of a program; a new one only if there is none.
    private func secret(
        of program: String,
        in collection: SecretCollection
    ) throws(KeychainError) -> SecretBytes {
        let wanted: SearchAttributes = [Self.programAttribute: program]
        let found = collection.items(having: wanted)
        // Older versions of gnome-keyring stored no schema. The items of other schemas are not the portal's.
        let schemas: [String?] = [Self.schema, nil]
        for schema in schemas {
            let item = found.first { $0.details?.attributes.distinctive["xdg:schema"] == schema }
            guard let item else { continue }
            guard let secret = try collection.secret(item.name), secret.count > 0 else {
                throw KeychainError(.itemNotFound)
            }
            return secret
        }
        let secret = SecretBytes(count: Self.secretLength) { entropy.fill($0) }
        let details = ItemIndex.Details(
            attributes: [Self.programAttribute: program, "xdg:schema": Self.schema],
            label: "Application key for \(program)",
            contentType: ""
        )
        let name = try collection.create(details, secret, replaces: false).name
        tellCreated(collection, .item(collection.name, name))
        return secret
    }
}
