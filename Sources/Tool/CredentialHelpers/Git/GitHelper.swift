internal import KeychainctlKit
@_spi(Keepers) package import PortableKeychain
internal import SafeText

/// Answers git's requests from a keychain.
package struct GitHelper {
    private let keychain: HelperKeychain
    private let now: Int64

    /// Creates a helper.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - now: The current time in seconds since 1970.
    package init(_ keychain: HelperKeychain, now: Int64) {
        self.keychain = keychain
        self.now = now
    }

    /// Finds a credential; returns the lines to print, or `nil` if there is none.
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

    /// Stores a credential that git used successfully.
    ///
    /// git also asks to store a credential that this helper has just returned. Nothing is written
    /// in that case, so this helper does not need `state[]` to recognize its own answers.
    package func store(_ request: GitRequest) throws {
        guard !request.isEphemeral else { return }
        guard let address = GitAddress(request) else {
            throw Failure(
                .badInput,
                "protocol and host of the credential are missing or not supported",
                advice: "nothing was stored"
            )
        }
        guard let secret = GitSecret(request) else {
            throw Failure(
                .badInput,
                "username and password, or authtype and credential, are required",
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

    /// Deletes a credential that a server rejected; one with another password is kept.
    package func erase(_ request: GitRequest) throws {
        guard let address = GitAddress(request) else {
            throw Failure(
                .badInput,
                "protocol and host of the credential are missing or not supported",
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
