@_spi(Keepers) import PortableKeychain
import SyncSimulation

@testable import KeychainSync

/// The vectors of the files that are written to join a vault (sync-format.md §9).
extension SyncVectorSource {
    private static let vault = VaultID(1, 2)

    static func joining() throws -> [SyncVector] {
        let secret = SyncSecret(SecretBytes([UInt8](16..<32)))
        return try requests(secret) + answers(secret) + refusals() + recovered() + comparisons()
    }

    private static func inputs(_ secret: SyncSecret) -> [[String]] {
        [["vault", hex(vault.bytes)], ["secret", secret.bytes.withUnsafeBytes { hex($0) }]]
    }

    private static func requests(_ secret: SyncSecret) throws -> [SyncVector] {
        let entropy = SeededSource.entropy(11)
        let certificate = try DeviceKeys(entropy: entropy).certificate
        let encoded = try JoinRequest(
            certificate,
            name: "server-7",
            secret,
            to: vault,
            entropy: entropy
        ).encoded
        // Made by a holder of the secret, so that the proof is right.
        let made = { (name: [UInt8], version: UInt8) -> [UInt8] in
            let length = withUnsafeBytes(of: UInt32(name.count).bigEndian) { Array($0) }
            let body = [version] + certificate.encoded + length + name
            return body + VaultProof.code(secret, SyncLabels.request, vault.bytes + body)
        }
        let seal = { (text: String, device: DeviceID) throws in
            try secret.seal(
                SecretBytes(utf8: text),
                SyncLabels.name,
                context: device.bytes,
                entropy: entropy
            )
        }
        let foreign = made(try seal("server-7", DeviceID(3, 4)), 1)
        let newer = made(try seal("server-7", certificate.id), 2)
        let long = made(try seal(String(repeating: "x", count: 300), certificate.id), 1)
        let request = good("sync-request", "sync-request", inputs(secret), encoded)
        let name = 1 + DeviceCertificate.length + 4
        return [
            request,
            request.bad("version", refused, flip(0)),
            request.bad("newer", refused) { $0 = newer },
            request.bad("signing-key", refused, flip(1)),
            request.bad("early-key", refused, flip(33)),
            request.bad("length", refused, flip(name - 1)),
            request.bad("name", refused, flip(name + 12)),
            request.bad("name-of-another", refused) { $0 = foreign },
            request.bad("long-name", refused) { $0 = long },
            request.bad("proof", refused, flip(-1)),
            request.bad("no-proof", refused) { $0.removeLast(VaultProof.length) },
            request.bad("short", refused) { $0.removeLast() },
            request.bad("long", refused) { $0.append(0) },
            request.bad("nothing", refused) { $0 = [] },
            request.bad("other-vault", refused, with: ("vault", hex(VaultID(1, 3).bytes))),
            request.bad("other-secret", refused, with: ("secret", otherSecret)),
        ]
    }

    private static func answers(_ secret: SyncSecret) -> [SyncVector] {
        let device = DeviceID(5, 6)
        let answer = good(
            "sync-answer",
            "sync-answer",
            inputs(secret) + [["device", hex(device.bytes)]],
            VaultProof.answer(secret, to: device, of: vault)
        )
        // It is not a proof of a request.
        let request = VaultProof.code(secret, SyncLabels.request, vault.bytes + device.bytes)
        return [answer] + proofs(answer) + [
            answer.bad("of-a-request", refused) { $0 = request },
            answer.bad("other-device", refused, with: ("device", hex(DeviceID(5, 7).bytes))),
            answer.bad("other-secret", refused, with: ("secret", otherSecret)),
        ]
    }

    private static func refusals() throws -> [SyncVector] {
        let entropy = SeededSource.entropy(13)
        let invite = Invite(role: .reader, uses: 1, expires: 5, entropy: entropy)
        let secret = invite.secret
        let certificate = try DeviceKeys(entropy: entropy).certificate
        let request = try JoinRequest(
            certificate,
            name: "late",
            secret,
            to: vault,
            entropy: entropy
        )
        let refusal = { (end: InviteEnd) in
            EndedInvite(invite, end, at: 0).refusal(of: request, to: vault) ?? []
        }
        let given = inputs(secret) + [["device", hex(certificate.id.bytes)]]
        let good = good("sync-refusal", "sync-refusal", given, refusal(.used))
        let others = [InviteEnd.expired, .withdrawn].map { end in
            Self.good("sync-refusal-\(end)", "sync-refusal", given, refusal(end))
        }
        let answer = VaultProof.answer(secret, to: certificate.id, of: vault)
        return [good] + others + [
            good.bad("other-end", refused) { $0[0] = 2 },
            good.bad("no-end", refused) { $0[0] = 0 },
            good.bad("end-4", refused) { $0[0] = 4 },
            good.bad("code", refused, flip(-1)),
            good.bad("of-an-answer", refused) { $0 = [1] + answer },
            good.bad("is-an-answer", refused) { $0 = answer },
            good.bad("short", refused) { $0.removeLast() },
            good.bad("long", refused) { $0.append(0) },
            good.bad("nothing", refused) { $0 = [] },
            good.bad("other-vault", refused, with: ("vault", hex(VaultID(1, 3).bytes))),
            good.bad("other-device", refused, with: ("device", hex(DeviceID(5, 7).bytes))),
            good.bad("other-secret", refused, with: ("secret", otherSecret)),
        ]
    }

    private static func comparisons() throws -> [SyncVector] {
        let entropy = SeededSource.entropy(12)
        let certificate = try DeviceKeys(entropy: entropy).certificate
        let other = try DeviceKeys(entropy: entropy).certificate
        let (device, member) = (entropy.bytes(32), entropy.bytes(32))
        let committed = ComparisonRequest(certificate, committingTo: device).encoded
        let opened = ComparisonRequest(certificate, opening: device).encoded
        let offer = { (request: [UInt8]) in
            ComparisonAnswer.offer(vault: vault, request: SyncDigest.of(request), nonce: member)
                .encoded
        }
        let whole = { (request: [UInt8], opening: [UInt8]) in request + offer(request) + opening }
        let good = good(
            "sync-comparison",
            "sync-comparison",
            [["vault", hex(vault.bytes)]],
            whole(committed, opened)
        )
        let exchanged = ComparisonRequest(other, opening: device).encoded
        var newer = committed
        newer[0] = 4
        let start = committed.count
        return [
            good,
            good.bad("certificate", refused, flip(1)),
            good.bad("commitment", refused, flip(start - 1)),
            good.bad("offer-version", refused, flip(start)),
            good.bad("offer-vault", refused, flip(start + 1)),
            good.bad("offer-request", refused, flip(start + 17)),
            good.bad("nonce", refused, flip(-1)),
            good.bad("version", refused) { $0 = whole(newer, opened) },
            good.bad("opened-by-another", refused) { $0 = whole(committed, exchanged) },
            good.bad("opened-first", refused) { $0 = whole(opened, opened) },
            good.bad("never-opened", refused) { $0 = whole(committed, committed) },
            good.bad("short", refused) { $0.removeLast() },
            good.bad("long", refused) { $0.append(0) },
            good.bad("nothing", refused) { $0 = [] },
            good.bad("other-vault", refused, with: ("vault", hex(VaultID(1, 3).bytes))),
        ]
    }

    private static func recovered() -> [SyncVector] {
        let key = [UInt8](40..<60)
        let proof = good(
            "sync-recovered",
            "sync-recovered",
            [["vault", hex(vault.bytes)], ["recovery", hex(key)]],
            VaultProof.recovery(SecretBytes(key), of: vault)
        )
        let other = hex([UInt8](41..<61))
        return [proof] + proofs(proof)
            + [proof.bad("other-key", refused, with: ("recovery", other))]
    }

    /// The flaws that any proof can have.
    private static func proofs(_ proof: SyncVector) -> [SyncVector] {
        [
            proof.bad("first", refused, flip(0)),
            proof.bad("last", refused, flip(-1)),
            proof.bad("short", refused) { $0.removeLast() },
            proof.bad("long", refused) { $0.append(0) },
            proof.bad("zeros", refused) { $0 = [UInt8](repeating: 0, count: $0.count) },
            proof.bad("nothing", refused) { $0 = [] },
            proof.bad("other-vault", refused, with: ("vault", hex(VaultID(1, 3).bytes))),
        ]
    }

    private static let refused = SyncVector.refused
    private static let otherSecret = hex([UInt8](17..<33))
}
