internal import KeychainctlKit
package import PortableKeychain

/// Answers git's questions from a keychain.
package struct GitHelper {
    private let keychain: HelperKeychain
    private let now: Int64

    /// Gets ready to answer.
    ///
    /// - Parameters:
    ///   - keychain: Where credentials are kept.
    ///   - now: The time in seconds since 1970.
    package init(_ keychain: HelperKeychain, now: Int64) {
        self.keychain = keychain
        self.now = now
    }

    /// Finds a credential; returns the lines to print, `nil` when there is none.
    package func get(_ request: GitRequest) throws -> SecretBytes? {
        guard let address = GitAddress(request), let store = try keychain.store() else {
            return nil
        }
        for found in try address.matches(in: store) {
            guard let payload = try store.secret(of: found) else { continue }
            let lines = try GitAnswer.lines(
                username: found.text(.account),
                try GitSecret(payload: payload),
                to: request,
                now: now
            )
            if let lines { return lines }
        }
        return nil
    }

    /// Keeps a credential that git used with success.
    ///
    /// git also asks to store what this helper has just told it. Then nothing is written, which is
    /// why this helper needs no `state[]` to recognize its own answers.
    package func store(_ request: GitRequest) throws {
        guard !request.isEphemeral else { return }
        guard let address = GitAddress(request) else {
            throw Failure(
                .badInput,
                "there is no protocol and host under which a keychain can keep this credential",
                advice: "nothing was stored"
            )
        }
        guard let secret = GitSecret(request) else {
            throw Failure(
                .badInput,
                "a credential is a username and a password, or an authtype and a credential",
                advice: "nothing was stored"
            )
        }
        guard secret.refreshToken != nil || !secret.hasExpired(at: now) else { return }
        let store = try keychain.storeToWrite()
        let payload = secret.payload
        let former = try address.matches(in: store).first {
            $0.text(.account) == address.account ?? "" && $0.text(.path) == address.path ?? ""
        }
        if let former {
            if try store.secret(of: former)?.matches(payload) == true { return }
            if try store.change(former, to: payload) { return }
        }
        try store.set(
            payload,
            .internetPassword,
            address.identity,
            label: address.server.host.isEmpty ? address.path ?? "" : address.server.host
        )
    }

    /// Deletes a credential that a server rejected; one with another password stays.
    package func erase(_ request: GitRequest) throws {
        guard let address = GitAddress(request) else {
            throw Failure(
                .badInput,
                "there is no protocol and host that say which credential is meant",
                advice: "nothing was deleted"
            )
        }
        guard let store = try keychain.store() else { return }
        let isAny = request.password == nil && request.credential == nil
        for found in try address.matches(in: store) {
            if !isAny {
                guard let payload = try store.secret(of: found),
                    let secret = try? GitSecret(payload: payload), secret.matches(request)
                else { continue }
            }
            try store.delete(found)
        }
    }
}
