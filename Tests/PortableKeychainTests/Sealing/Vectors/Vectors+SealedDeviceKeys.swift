@_spi(Keepers) @testable import PortableKeychain

extension VectorSource {
    /// The files of a device key that a token sealed, and of its copy (vault-format.md §6.1, §6.2).
    static func sealedDeviceKeys() throws -> [Vector] {
        let source = VectorSource(seed: 62)
        let sealed = sealed(source)
        let counted = counted(sealed, source)
        let copied = try copied(source)
        let damaged = [sealed, copied].flatMap { vector in
            [
                vector.bad("magic", must: ["M27"], "another magic") { $0[0] ^= 1 },
                vector.bad("identifier", must: ["M27"], "one bit of the identifier") {
                    $0[8] ^= 1
                },
                vector.bad("check", must: ["M27"], "the last bit of the check") {
                    $0[$0.count - 1] ^= 1
                },
                vector.bad("short", must: ["M27"], "the last byte is missing") {
                    $0.removeLast()
                },
                vector.bad("long", must: ["M27"], "one byte more") { $0.append(0) },
                vector.bad("nothing", must: ["M27"], "an empty file") { $0 = [] },
            ]
        }
        let wrong = copied.bad(
            "wrong",
            "authenticationFailed",
            must: ["M27"],
            "another recovery key",
            with: ["recovery-key": [UInt8](repeating: 1, count: 20).hex]
        )
        return [sealed, counted, copied, wrong] + damaged + miscounted(counted)
    }

    private static func sealed(_ source: VectorSource) -> Vector {
        let (identifier, blob) = (source.device.identifier, source.entropy.bytes(40))
        return Vector.good(
            "device-tpm",
            "device-tpm",
            section: "6.1",
            must: ["M27"],
            "a device key that a token sealed",
            [("gives-identifier", identifier.hex), ("gives-blob", blob.hex)],
            SealedDeviceKey(identifier: identifier, blob: blob).file.withUnsafeBytes { Array($0) }
        )
    }

    private static func counted(_ sealed: Vector, _ source: VectorSource) -> Vector {
        let counter = source.entropy.bytes(43)
        var counted = sealed
        counted.name = "device-tpm-counted"
        counted.comment = "a device key that a token sealed, with a counter"
        counted.inputs.append(("gives-counter", counter.hex))
        counted.bytes = SealedDeviceKey(
            identifier: source.device.identifier,
            blob: sealed.hex("gives-blob"),
            counter: counter
        ).file.withUnsafeBytes { Array($0) }
        return counted
    }

    private static func copied(_ source: VectorSource) throws -> Vector {
        let recovery = source.entropy.bytes(RecoveryKey.length)
        return Vector.good(
            "device-recovery",
            "device-recovery",
            section: "6.2",
            must: ["M27"],
            "the copy of a device key that a recovery key opens",
            [("recovery-key", recovery.hex), ("gives-key", source.device.key.hex)],
            try DeviceKeyCopy(
                source.device,
                RecoveryKey(bytes: SecretBytes(recovery)),
                entropy: source.entropy
            ).file.withUnsafeBytes { Array($0) }
        )
    }
}

extension VectorSource {
    /// A file with the right check again.
    private static func resealed(_ file: [UInt8]) -> [UInt8] {
        DeviceKeyFile.written([]) { $0.raw(file.dropLast(DeviceKeyFile.checkLength)) }
            .withUnsafeBytes { Array($0) }
    }

    /// The flaws of a counter, under the right check.
    private static func miscounted(_ counted: Vector) -> [Vector] {
        let end = counted.bytes.count - DeviceKeyFile.checkLength
        let start = end - counted.hex("gives-counter").count
        return [
            counted.bad("counted-as-plain", must: ["M27"], "with the magic of one without") {
                $0 = resealed(Array("PKDEVTP1".utf8) + $0[8...])
            },
            counted.bad("counted-long", must: ["M27"], "one byte after the counter") {
                $0.insert(0, at: end)
                $0 = resealed($0)
            },
            counted.bad("counter-empty", must: ["M27"], "a counter of no bytes") {
                $0.replaceSubrange((start - 4)..<end, with: [0, 0, 0, 0])
                $0 = resealed($0)
            },
        ]
    }
}

extension Judge {
    static func sealedDeviceKey(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let sealed = try SealedDeviceKey(file: SecretBytes(vector.bytes))
        var gives = ["gives-identifier": sealed.identifier.hex, "gives-blob": sealed.blob.hex]
        gives["gives-counter"] = sealed.counter?.hex
        return gives
    }

    static func deviceKeyCopy(_ vector: Vector) throws(KeychainError) -> [String: String] {
        let recovery = RecoveryKey(bytes: SecretBytes(vector.hex("recovery-key")))
        let device = try DeviceKeyCopy(file: SecretBytes(vector.bytes)).opened(by: recovery)
        return ["gives-key": device.key.hex]
    }
}
