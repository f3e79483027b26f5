import PortableKeychain

@testable import KeychainSync

/// The results of this implementation for vectors about joining (sync-format.md §9).
extension SyncVector {
    /// The mark of input that a reader ignores without an alarm.
    static let refused = "refused"

    struct Refusal: Error {}

    private var secret: SyncSecret { SyncSecret(SecretBytes(hex("secret"))) }

    func judgeRequest() throws -> [[String]] {
        guard let request = JoinRequest(bytes),
            let name = request.name(under: secret, of: vault)
        else { throw Refusal() }
        return [
            ["gives-device", Self.digits(request.certificate.id.bytes)],
            ["gives-name", Self.digits(name.utf8)],
        ]
    }

    func judgeAnswer() throws -> [[String]] {
        let device = DeviceID(hex("device")) ?? DeviceID(0, 0)
        return try judge(VaultProof.answer(secret, to: device, of: vault))
    }

    /// The answer that a device reads which joined too late.
    func judgeRefusal() throws -> [[String]] {
        let device = DeviceID(hex("device")) ?? DeviceID(0, 0)
        guard let end = EndedInvite.end(in: bytes, secret, to: device, of: vault) else {
            throw Refusal()
        }
        return [["gives-end", "\(end.rawValue)"]]
    }

    /// The three messages, as both sides read them.
    func judgeComparison() throws -> [[String]] {
        let (request, offer) = (1 + DeviceCertificate.length + 32, 1 + 16 + 32 + 32)
        guard bytes.count > request + offer,
            let committed = ComparisonRequest(Array(bytes.prefix(request))),
            case .offer(vault, SyncDigest.of(bytes.prefix(request)), let member) =
                ComparisonAnswer(Array(bytes.dropFirst(request).prefix(offer))),
            let opened = ComparisonRequest(Array(bytes.dropFirst(request + offer))),
            let device = opened.nonce(opening: committed)
        else { throw Refusal() }
        let certificate = committed.certificate
        let number = ComparisonNumber(vault, certificate, device: device, member: member)
        return [
            ["gives-device", Self.digits(certificate.id.bytes)],
            ["gives-number", Self.digits(number.text.utf8)],
        ]
    }

    func judgeRecovered() throws -> [[String]] {
        try judge(VaultProof.recovery(SecretBytes(hex("recovery")), of: vault))
    }

    private func judge(_ expected: [UInt8]) throws -> [[String]] {
        guard VaultProof.matches(bytes, expected) else { throw Refusal() }
        return []
    }
}
