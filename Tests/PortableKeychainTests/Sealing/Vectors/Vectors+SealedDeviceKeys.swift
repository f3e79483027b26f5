@testable import PortableKeychain

extension VectorSource {
    /// The files of a device key that a token sealed, and of its copy (vault-format.md §6.1, §6.2).
    static func sealedDeviceKeys() throws -> [Vector] {
        let source = VectorSource(seed: 62)
        let identifier = source.device.identifier
        let sealed = Vector.good(
            "device-tpm",
            "device-tpm",
            section: "6.1",
            must: ["M27"],
            "a device key that a token sealed",
            [("gives-identifier", identifier.hex), ("gives-blob", source.entropy.bytes(40).hex)],
            []
        )
        var file = sealed
        file.bytes = SealedDeviceKey(
            identifier: identifier,
            blob: sealed.hex("gives-blob")
        ).file.withUnsafeBytes { Array($0) }
        let counter = source.entropy.bytes(43)
        var counted = file
        counted.name = "device-tpm-counted"
        counted.comment = "a device key that a token sealed, with a counter"
        counted.inputs.append(("gives-counter", counter.hex))
        counted.bytes = SealedDeviceKey(
            identifier: identifier,
            blob: sealed.hex("gives-blob"),
            counter: counter
        ).file.withUnsafeBytes { Array($0) }
        let recovery = source.entropy.bytes(RecoveryKey.length)
        let copied = Vector.good(
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
        return [file, counted, copied, withoutCounter(counted)]
            + [file, copied].flatMap { vector in
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
            } + [
                counted.bad("counted-as-plain", must: ["M27"], "with the magic of one without") {
                    $0 = resealed(Array("PKDEVTP1".utf8) + $0[8...])
                },
                counted.bad("counted-long", must: ["M27"], "one byte after the counter") {
                    $0 = resealed(Array($0.dropLast(8)) + [0] + [UInt8](repeating: 0, count: 8))
                },
                copied.bad(
                    "wrong",
                    "authenticationFailed",
                    must: ["M27"],
                    "another recovery key",
                    with: ["recovery-key": [UInt8](repeating: 1, count: 20).hex]
                ),
            ]
    }
}

extension VectorSource {
    /// A file with the right check again.
    private static func resealed(_ file: [UInt8]) -> [UInt8] {
        DeviceKeyFile.written([]) { $0.raw(file.dropLast(DeviceKeyFile.checkLength)) }
            .withUnsafeBytes { Array($0) }
    }

    private static func withoutCounter(_ counted: Vector) -> Vector {
        let end =
            counted.bytes.count - DeviceKeyFile.checkLength - counted.hex("gives-counter").count
        return counted.bad("counter-empty", must: ["M27"], "a counter of no bytes") {
            $0[(end - 4)..<end] = [0, 0, 0, 0]
            $0 = resealed(Array($0[..<end]) + [UInt8](repeating: 0, count: 8))
        }
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
