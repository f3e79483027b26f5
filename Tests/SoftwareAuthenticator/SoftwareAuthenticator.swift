import Crypto
import Foundation
import Synchronization

/// A security key in software: CTAP 2.1 as far as a keychain needs it, with the faults that tests want.
///
/// It keeps no credentials: an identifier holds what its keys are derived from, as in most security
/// keys. So two processes that know the seed and the behavior are the same security key.
package final class SoftwareAuthenticator: Sendable {
    /// 32 bytes that are this security key and no other one.
    package let seed: [UInt8]
    private let state: Mutex<Behavior>
    private let changed: @Sendable (Behavior) -> Void
    private let agreement = P256.KeyAgreement.PrivateKey()
    private let token: [UInt8] = (0..<32).map { _ in UInt8.random(in: 0...255) }

    /// Makes a security key; `changed` is called after each try of a PIN, to remember the tries.
    package init(
        seed: [UInt8],
        _ behavior: Behavior = Behavior(),
        changed: @escaping @Sendable (Behavior) -> Void = { _ in }
    ) {
        self.seed = seed
        self.changed = changed
        state = Mutex(behavior)
    }

    package var behavior: Behavior {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// An answer; a person has to touch the key before it counts.
    struct Reply {
        var status: UInt8 = 0
        var body: [UInt8] = []
        var needsTouch = false

        static func failure(_ status: UInt8) -> Reply { Reply(status: status) }
    }

    func reply(to message: [UInt8]) -> Reply {
        guard let command = message.first else { return .failure(0x03) }
        if command == 0x04 { return Reply(body: information.encoded) }
        guard let request = CBOR(Array(message.dropFirst())) else { return .failure(0x12) }
        switch command {
        case 0x01: return makeCredential(request)
        case 0x02: return assertion(request)
        case 0x06: return clientPIN(request)
        default: return .failure(0x01)
        }
    }

    private var information: CBOR {
        let behavior = behavior
        var options: [(String, Bool)] = [("rk", true), ("up", true)]
        options.append(("clientPin", behavior.pin != nil))
        if behavior.hasPermissions { options.append(("pinUvAuthToken", true)) }
        if behavior.makesCredentialsWithoutPIN { options.append(("makeCredUvNotRqd", true)) }
        return .numbered([
            1: .array([.text("FIDO_2_0")] + (behavior.hasPermissions ? [.text("FIDO_2_1")] : [])),
            2: .array(behavior.hasHMACSecret ? [.text("hmac-secret")] : []),
            3: .bytes([UInt8](repeating: 7, count: 16)),
            // Shorter words are first (CTAP 2.1, 8).
            4: .map(
                options.sorted { ($0.0.utf8.count, $0.0) < ($1.0.utf8.count, $1.0) }
                    .map { CBOR.Pair(key: .text($0.0), value: .bool($0.1)) }
            ),
            5: .integer(1200),
            6: .array(behavior.protocols.map { .integer($0) }),
        ])
    }

    // MARK: Credentials

    private func makeCredential(_ request: CBOR) -> Reply {
        guard let hash = request[1]?.data, let party = request[2]?["id"] else {
            return .failure(0x14)
        }
        for known in request[5]?.items ?? [] {
            if let identifier = known["id"]?.data, isMine(identifier, party) {
                return Reply(status: 0x19, needsTouch: true)
            }
        }
        let verification = verified(request[8]?.data, request[9]?.number, hash)
        if let status = verification.status { return .failure(status) }
        let mayOmitPIN = behavior.pin == nil || behavior.makesCredentialsWithoutPIN
        guard verification.isVerified || mayOmitPIN else { return .failure(0x36) }
        let nonce: [UInt8] = (0..<32).map { _ in UInt8.random(in: 0...255) }
        let identifier = nonce + derived("identifier", nonce + party.encoded)
        guard let key = signingKey(identifier) else { return .failure(0x7F) }
        let point = Array(key.publicKey.rawRepresentation)
        let coordinates = CBOR.numbered([
            1: .integer(2), 3: .integer(-7), -1: .integer(1),
            -2: .bytes(Array(point[..<32])), -3: .bytes(Array(point[32...])),
        ])
        let wantsSecret = request[6]?["hmac-secret"]?.flag == true && behavior.hasHMACSecret
        let flags: UInt8 = 0x41 | (verification.isVerified ? 4 : 0) | (wantsSecret ? 0x80 : 0)
        let data =
            header(party, flags) + [UInt8](repeating: 7, count: 16)
            + [0, UInt8(identifier.count)] + identifier + coordinates.encoded
            + (wantsSecret ? CBOR.words(["hmac-secret": .bool(true)]).encoded : [])
        let statement = CBOR.words([
            "alg": .integer(-7), "sig": .bytes(signature(key, data + hash)),
        ])
        let body = CBOR.numbered([1: .text("packed"), 2: .bytes(data), 3: statement]).encoded
        return Reply(body: body, needsTouch: true)
    }

    private func assertion(_ request: CBOR) -> Reply {
        guard let party = request[1], let hash = request[2]?.data else { return .failure(0x14) }
        let isSilent = request[5]?["up"]?.flag == false
        if isSilent, behavior.refusesSilence { return .failure(0x2C) }
        let verification = verified(request[6]?.data, request[7]?.number, hash)
        if let status = verification.status { return .failure(status) }
        let mine = (request[3]?.items ?? []).compactMap { $0["id"]?.data }
            .first { isMine($0, party) }
        guard let identifier = mine, let key = signingKey(identifier) else {
            return .failure(0x2E)
        }
        var extensions: [UInt8] = []
        if let wish = request[4]?["hmac-secret"], behavior.hasHMACSecret {
            guard let secret = secret(wish, identifier, verification.isVerified) else {
                return .failure(0x33)
            }
            let isDropped = behavior.fault == .noSecret
            extensions = isDropped ? [] : CBOR.words(["hmac-secret": .bytes(secret)]).encoded
        }
        let flags: UInt8 =
            (isSilent ? 0 : 1) | (verification.isVerified ? 4 : 0) | (extensions.isEmpty ? 0 : 0x80)
        let data = header(party, flags) + extensions
        let body = CBOR.numbered([
            1: .words(["id": .bytes(identifier), "type": .text("public-key")]),
            2: .bytes(data), 3: .bytes(signature(key, data + hash)),
        ]).encoded
        return Reply(body: body, needsTouch: !isSilent)
    }

    /// The secret of a credential and a salt, encrypted for the caller (CTAP 2.1, 12.5).
    private func secret(_ wish: CBOR, _ identifier: [UInt8], _ isVerified: Bool) -> [UInt8]? {
        guard let peer = wish[1], let salt = wish[2]?.data,
            let channel = PINProtocol(wish[4]?.number ?? 1, agreement, peer),
            channel.isAuthentic(wish[3]?.data, salt), let plain = channel.decrypt(salt),
            plain.count == 32
        else { return nil }
        let secret = Self.secret(seed, identifier, salt: plain, isVerified: isVerified)
        return channel.encrypt(
            behavior.fault == .shortSecret ? Array(secret.prefix(16)) : secret
        )
    }

    /// The secret as it leaves the security key, which tests compare.
    package static func secret(
        _ seed: [UInt8],
        _ identifier: [UInt8],
        salt: [UInt8],
        isVerified: Bool
    ) -> [UInt8] {
        let name = isVerified ? "with user verification" : "without user verification"
        let random = HMAC<SHA256>.authenticationCode(
            for: Array(name.utf8) + identifier,
            using: SymmetricKey(data: seed)
        )
        return Array(
            HMAC<SHA256>.authenticationCode(for: salt, using: SymmetricKey(data: Array(random)))
        )
    }

    private func isMine(_ identifier: [UInt8], _ party: CBOR) -> Bool {
        identifier.count == 64
            && Array(identifier[32...])
                == derived("identifier", Array(identifier[..<32]) + party.encoded)
    }

    private func signingKey(_ identifier: [UInt8]) -> P256.Signing.PrivateKey? {
        try? P256.Signing.PrivateKey(rawRepresentation: derived("signing", identifier))
    }

    private func signature(_ key: P256.Signing.PrivateKey, _ message: [UInt8]) -> [UInt8] {
        Array((try? key.signature(for: message))?.derRepresentation ?? Data())
    }

    private func derived(_ name: String, _ input: [UInt8]) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array(name.utf8) + input,
                using: SymmetricKey(data: seed)
            )
        )
    }

    private func header(_ party: CBOR, _ flags: UInt8) -> [UInt8] {
        guard case .text(let name) = party else { return [] }
        return Array(SHA256.hash(data: Array(name.utf8))) + [flags, 0, 0, 0, 1]
    }

    // MARK: PIN

    private func verified(
        _ tag: [UInt8]?,
        _ version: Int?,
        _ hash: [UInt8]
    ) -> (isVerified: Bool, status: UInt8?) {
        guard let tag else { return (false, nil) }
        let expected = PINProtocol.tag(hash, SymmetricKey(data: token), version ?? 1)
        return tag == expected ? (true, nil) : (false, 0x33)
    }

    private func clientPIN(_ request: CBOR) -> Reply {
        switch request[2]?.number {
        case 1: return Reply(body: CBOR.numbered([3: .integer(behavior.triesLeft)]).encoded)
        case 2:
            return Reply(body: CBOR.numbered([1: PINProtocol.coordinates(agreement)]).encoded)
        case 5, 9:
            guard let peer = request[3], let box = request[6]?.data,
                let channel = PINProtocol(request[1]?.number ?? 1, agreement, peer),
                let hash = channel.decrypt(box)
            else { return .failure(0x33) }
            if let status = tried(hash) { return .failure(status) }
            return Reply(body: CBOR.numbered([2: .bytes(channel.encrypt(token))]).encoded)
        default: return .failure(0x3E)
        }
    }

    /// Compares a PIN; returns the status of its refusal, or `nil`.
    private func tried(_ hash: [UInt8]) -> UInt8? {
        let (status, after) = state.withLock { behavior -> (UInt8?, Behavior) in
            guard let pin = behavior.pin else { return (0x35, behavior) }
            guard behavior.triesLeft > 0 else { return (0x32, behavior) }
            guard behavior.wrongInARow < 3 else { return (0x34, behavior) }
            if Array(SHA256.hash(data: Array(pin.utf8)).prefix(16)) == hash {
                behavior.triesLeft = 8
                behavior.wrongInARow = 0
                return (nil, behavior)
            }
            behavior.triesLeft -= 1
            behavior.wrongInARow += 1
            let status: UInt8 =
                behavior.triesLeft == 0 ? 0x32 : behavior.wrongInARow == 3 ? 0x34 : 0x31
            return (status, behavior)
        }
        changed(after)
        return status
    }
}
