import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainSync

/// A file in `Specification/Vectors/Sync`: the input, and the expected result of a reader.
struct SyncVector: Sendable, Equatable, CustomTestStringConvertible {
    var name: String
    var kind: String
    /// `accepted`, or the alarm.
    var expect: String
    var inputs: [[String]]
    var bytes: [UInt8]

    var testDescription: String { name }

    static let accepted = "accepted"

    static let folder = URL(filePath: #filePath)
        .appending(path: "../../../../Specification/Vectors/Sync").standardizedFileURL

    func all(_ input: String) -> [[UInt8]] {
        inputs.filter { $0[0] == input }.map { Self.bytes(hex: $0[1]) }
    }

    func hex(_ input: String) -> [UInt8] { all(input).first ?? [] }

    func value(_ input: String) -> String { inputs.first { $0[0] == input }?[1] ?? "" }

    /// The expected results.
    var gives: [[String]] { inputs.filter { $0[0].hasPrefix("gives-") } }

    /// The same with something wrong.
    func bad(
        _ name: String,
        _ expect: String,
        with input: (String, String)? = nil,
        _ change: (inout [UInt8]) -> Void = { _ in }
    ) -> SyncVector {
        var vector = self
        vector.name = "\(kind)-\(name)"
        vector.expect = expect
        vector.inputs.removeAll { $0[0].hasPrefix("gives-") }
        if let input {
            vector.inputs = vector.inputs.map { $0[0] == input.0 ? [input.0, input.1] : $0 }
        }
        change(&vector.bytes)
        return vector
    }

    // MARK: The file

    var file: String {
        var lines = ["kind: \(kind)", "expect: \(expect)"] + inputs.map { "\($0[0]): \($0[1])" }
        lines.append("")
        let text = Self.digits(bytes)
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(128)))
            rest = rest.dropFirst(128)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static func file(_ name: String) -> SyncVector? {
        let url = folder.appending(path: "\(name).txt")
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let gap = text.range(of: "\n\n")
        else { return nil }
        var heads = text[..<gap.lowerBound].split(separator: "\n").map { line in
            line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard heads.count >= 2 else { return nil }
        let (kind, expect) = (heads.removeFirst()[1], heads.removeFirst()[1])
        return SyncVector(
            name: name,
            kind: kind,
            expect: expect,
            inputs: heads,
            bytes: bytes(hex: text[gap.upperBound...].filter { !$0.isWhitespace })
        )
    }

    static func digits(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func bytes(hex: some StringProtocol) -> [UInt8] {
        let digits = Array(hex)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }
}

// MARK: The results of this implementation

extension SyncVector {
    /// The verdict, and the results.
    var verdict: (expect: String, gives: [[String]]) {
        do {
            switch kind {
            case "sync-member": return (Self.accepted, try judgeMember())
            case "sync-entry": return (Self.accepted, try judgeEntry())
            case "sync-cut": return (Self.accepted, try judgeCut())
            case "sync-stamp": return (Self.accepted, try judgeStamp())
            case "sync-object": return (Self.accepted, try judgeObject())
            case "sync-keys": return (Self.accepted, try judgeKeys())
            case "sync-request": return (Self.accepted, try judgeRequest())
            case "sync-answer": return (Self.accepted, try judgeAnswer())
            case "sync-refusal": return (Self.accepted, try judgeRefusal())
            case "sync-comparison": return (Self.accepted, try judgeComparison())
            case "sync-recovered": return (Self.accepted, try judgeRecovered())
            default: return (Self.accepted, try judgeRecord())
            }
        } catch is Expired {
            return ("expired", [])
        } catch is Refusal {
            return (Self.refused, [])
        } catch let alarm as TrustAlarm {
            return ("\(alarm)", [])
        } catch {
            return ("undecodable", [])
        }
    }

    var vault: VaultID { VaultID(hex("vault")) ?? VaultID(0, 0) }

    func trust() throws -> VaultTrust {
        var trust = VaultTrust(vault: vault)
        for bytes in all("member") {
            guard let entry = MembershipEntry(bytes) else { throw TrustAlarm.malformed }
            try trust.append(entry, rules: .standard)
        }
        return trust
    }

    private func judgeMember() throws -> [[String]] {
        var trust = try trust()
        guard let entry = MembershipEntry(bytes) else { throw TrustAlarm.malformed }
        try trust.append(entry, rules: .standard)
        return [
            ["gives-hash", Self.digits(entry.hash)], ["gives-epoch", "\(trust.membership.epoch)"],
        ]
    }

    private func judgeEntry() throws -> [[String]] {
        var trust = try trust()
        let key = SyncSecret(SecretBytes(hex("key")))
        guard let entry = SignedEntry(bytes, at: 1, under: key, in: vault) else {
            throw TrustAlarm.malformed
        }
        try trust.append(entry, rules: .standard)
        return [
            ["gives-hash", Self.digits(entry.hash)],
            ["gives-number", "\(trust.written[entry.author] ?? 0)"],
        ]
    }

    /// A reader that has read nothing of the log continues from a cut.
    private func judgeCut() throws -> [[String]] {
        var trust = try trust()
        let key = SyncSecret(SecretBytes(hex("key")))
        let sequence = UInt64(value("sequence")) ?? 0
        guard let entry = SignedEntry(hex("entry"), at: sequence, under: key, in: vault),
            let snapshot = LogSnapshot(bytes, at: sequence, under: key, in: vault)
        else { throw TrustAlarm.malformed }
        try trust.jump(to: entry, snapshot, rules: .standard)
        return [
            ["gives-hash", Self.digits(entry.hash)], ["gives-records", "\(trust.state.count)"],
            ["gives-commits", "\(trust.written.values.reduce(0, +))"],
            ["gives-entries", "\(snapshot.trail.count)"],
        ]
    }

    private func judgeKeys() throws -> [[String]] {
        let seeds = ["signing", "early", "unlocked"].map { SecretBytes(hex($0)) }
        let certificate = try hex("certificate").withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            return try DeviceCertificate(&reader)
        }
        let device = DeviceKeys(
            certificate: certificate,
            signing: seeds[0],
            early: seeds[1],
            unlocked: seeds[2]
        )
        guard let wraps = KeyWraps(bytes) else { throw TrustAlarm.malformed }
        guard let found = try wraps.keys(for: device, in: vault) else { throw TrustAlarm.keys }
        var keys = [("name", found.name)]
        for (epoch, secrets) in found.epochs.sorted(by: { $0.key < $1.key }) {
            keys.append(("log-\(epoch)", secrets.log))
            keys.append(("early-\(epoch)", secrets.early))
            if let last = secrets.unlocked { keys.append(("unlocked-\(epoch)", last)) }
        }
        return keys.map { ["gives-\($0.0)", $0.1.bytes.withUnsafeBytes { Self.digits($0) }] }
    }

    private func judgeRecord() throws -> [[String]] {
        let keys = ["log", "early", "unlocked"].map { SyncSecret(SecretBytes(hex($0))) }
        var ring = VaultKeyring()
        ring.epochs[3] = EpochKeys(log: keys[0], early: keys[1], unlocked: keys[2])
        let sealing = VaultSealing(vault: vault, entropy: .system)
        sealing.use(ring, epoch: 3)
        let state = try sealing.open(bytes, of: ItemID(hex("id")) ?? ItemID(0, 0))
        let part = sealing.needsUnlock(bytes) ? "6" : "7"
        return [["gives-state", state.withUnsafeBytes { Self.digits($0) }], ["gives-part", part]]
    }
}
