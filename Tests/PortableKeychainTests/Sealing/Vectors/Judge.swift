import Crypto
import Foundation
import SealedStore

@_spi(Keepers) @testable import PortableKeychain

/// The engine's result for a vector: the accepting side of `Specification/Vectors/check.py`.
enum Judge {
    enum Verdict: Equatable {
        case accepted([String: String])
        case refused(String)
    }

    static func verdict(_ vector: Vector) -> Verdict {
        do throws(KeychainError) {
            return .accepted(try outcome(vector))
        } catch {
            return .refused(error.code.name)
        }
    }

    private static func outcome(_ vector: Vector) throws(KeychainError) -> [String: String] {
        switch vector.kind {
        case "box": try box(vector)
        case "device-key": try deviceKey(vector)
        case "device-tpm": try sealedDeviceKey(vector)
        case "device-recovery": try deviceKeyCopy(vector)
        case "slot": try slot(vector)
        case "cost": try cost(vector)
        case "class-key": try classKey(vector)
        case "keybag": try keybag(vector)
        case "slot-3": try listedSlot(vector)
        case "keybag-3": try listedKeybag(vector)
        case "presence": try presence(vector)
        case "envelope": try envelope(vector)
        case "next-keychain": try nextKeychain(vector)
        case "memory": try memory(vector)
        case "device-count": try epochList(vector)
        case "fido2": try securityKey(vector)
        case "backup": try backup(vector)
        case "attributes": try attributes(vector)
        case "row": try RowJudge(vector).open()
        case "leaf": try RowJudge(vector).leaf()
        case "attribute-token", "primary-key-token": try token(vector)
        case "sum": try sum(vector)
        case "state": try state(vector)
        case "item-digest": itemDigest(vector)
        case "shared-keys": try sharedKeys(vector)
        case "reference": try reference(vector)
        case "keychain": try KeychainJudge(vector).verify()
        default: throw KeychainError(.internalError, reason: "unknown kind \(vector.kind)")
        }
    }

    private static func box(_ vector: Vector) throws(KeychainError) -> [String: String] {
        try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: key(vector.hex("key")), context: vector.hex("context")) {
                ["gives-plaintext": Array($0).hex]
            }
        }
    }

    private static func cost(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let hashing = try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let hashing = try PasscodeHashing(storedIn: &reader)
            try reader.finish()
            return hashing
        }
        return ["gives-memory": String(128 * Int(hashing.rounds) * Int(hashing.blockSize))]
    }

    private static func deviceKey(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let device = try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            try DeviceKey(file: bytes)
        }
        return ["gives-key": device.key.hex, "gives-identifier": device.identifier.hex]
    }

    private static func slot(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let slot = try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let slot = try KeySlot(from: &reader, .second)
            try reader.finish()
            return slot
        }
        let keychain = vector.hex("keychain")
        let secret =
            try slot.hashing?.key(passcode: buffer(vector.hex("passcode")), salt: slot.salt)
            ?? key(vector.hex("device-key"))
        let roots = try slot.unwrap(
            keychain: keychain,
            key: slot.keys(secret, binding: nil, keychain: keychain).slot
        ).roots
        return [
            "gives-device-root": roots.device.hex, "gives-user-root": roots.user?.hex ?? "none",
        ]
    }

    private static func classKey(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let wrapped = WrappedClassKey(
            protection: try Protection(stored: vector.number("protection") ?? 0),
            check: vector.hex("check"),
            box: vector.bytes
        )
        let keys = try wrapped.unwrap(
            roots: RootKeys(
                device: key(vector.hex("device-root")),
                user: key(vector.hex("user-root"))
            ),
            binding: key(vector.hex("device-key")),
            keychain: vector.hex("keychain")
        )
        return [
            "gives-master": keys.master.hex, "gives-metadata-key": keys.metadata.key.hex,
            "gives-secret-key": keys.secret.key.hex,
        ]
    }

    private static func keybag(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let keybag = try Keybag(encoded: vector.bytes)
        let device = DeviceKey(key(vector.hex("device-key")))
        var keys = try KeySet(keybag: keybag, epoch: 1, device: device)
        if vector.text("passcode") != nil {
            keys = try keys.opening(.passcode(buffer(vector.hex("passcode")))).keys
        }
        var gives = ["gives-keychain": keybag.keychain.hex]
        for wrapped in keybag.classKeys {
            let keyClass = wrapped.protection.keyClass
            gives["gives-class-\(keyClass.rawValue)"] =
                keys.classKeys(keyClass)?.master.hex ?? "locked"
        }
        return gives
    }

    private static func attributes(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let attributes = try vector.bytes.withRawBytes { bytes throws(KeychainError) in
            try AttributeView(bytes).decoded()
        }
        var writer = ByteWriter()
        AttributeCoding.encode(attributes, into: &writer)
        guard writer.bytes == vector.bytes else {
            throw KeychainError(.internalError, reason: "not canonical")
        }
        var gives: [String: String] = [:]
        for (key, value) in attributes { gives["gives-\(key.name)"] = text(of: value) }
        return gives
    }

    private static func text(of value: AttributeValue) -> String {
        switch value {
        case .string(let text): "text \(Array(text.utf8).hex)"
        case .data(let data): "data \(Array(data).hex)"
        case .number(let number): "number \(number)"
        case .date(let date): "date \(date.timeIntervalSinceReferenceDate)"
        case .accessControl(let control):
            "access \(control.accessibility.rawValue) "
                + (control.constraints.map { String($0.rawValue) } ?? "none")
        }
    }

    private static func token(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let tokens = try LookupTokens(root: key(vector.hex("device-root")))
        guard let code = vector.number("class").flatMap({ ClassCode(rawValue: UInt8($0)) }) else {
            throw KeychainError(.corrupt)
        }
        let terms = vector.inputs.filter { $0.name == "term" }.compactMap { _, text in
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            return AttributeKey(String(parts[0])).map {
                (key: $0, value: [UInt8](hex: parts.count > 1 ? String(parts[1]) : "") ?? [])
            }
        }
        let token: [UInt8]
        if vector.kind == "primary-key-token" {
            token = tokens.primaryKey(terms, in: code)
        } else {
            var writer = ByteWriter()
            writer.integer(tokens.attribute(terms[0].key, in: code, value: terms[0].value))
            token = writer.bytes
        }
        guard token == vector.bytes else { throw KeychainError(.corrupt) }
        return [:]
    }

    private static func sum(_ vector: Vector) throws(KeychainError) -> [String: String] {
        var sum = SetDigest()
        for (name, value) in vector.inputs {
            let leaf = try ([UInt8](hex: value) ?? []).withRawBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                return try SetDigest(from: &reader)
            }
            if name == "add" { sum.add(leaf) } else { sum.subtract(leaf) }
        }
        guard sum.bytes == vector.bytes else { throw KeychainError(.corrupt) }
        return [:]
    }

    private static func state(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let state = try DigestKeys(root: key(vector.hex("device-root"))).open(
            StoredState(
                epoch: vector.number("epoch") ?? 0,
                keybag: vector.hex("keybag"),
                digest: vector.bytes
            ),
            keychain: vector.hex("keychain")
        )
        return [
            "gives-sum": state.digest.bytes.hex, "gives-rows": String(state.rowCount),
            "gives-generation": String(state.generation),
        ]
    }

    private static func itemDigest(_ vector: Vector) -> [String: String] {
        let keys = DigestKeys(root: key(vector.hex("device-root")))
        return ["gives-sha1": keys.item(vector.bytes, buffer(vector.hex("payload"))).hex]
    }

    private static func sharedKeys(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let decoded = SharedKeys.decode(
            buffer(vector.bytes),
            vector.text("entry") == "unlocked" ? .whenUnlocked : .afterFirstUnlock
        )
        guard let decoded else { throw KeychainError(.corrupt) }
        var gives = [
            "gives-deadline": String(decoded.deadline), "gives-epoch": String(decoded.epoch),
        ]
        for key in decoded.keys {
            gives["gives-class-\(key.protection.keyClass.rawValue)"] =
                "\(key.protection.generation) \(key.master.hex)"
        }
        return gives
    }

    private static func reference(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let (itemClass, identifier) = try PersistentReferenceCoding.decode(vector.bytes)
        return ["gives-class": itemClass.rawValue, "gives-identifier": identifier.hex]
    }

    static func key(_ bytes: [UInt8]) -> SymmetricKey { SymmetricKey(data: bytes) }

    static func buffer(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}

extension SymmetricKey {
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
    var hex: String { bytes.hex }
}

extension SetDigest {
    var bytes: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }
}
