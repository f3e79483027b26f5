package import PortableKeychain
internal import KeychainTesting
import KeychainLibC

extension Keychain.Configuration {
    /// The configuration of every process of the proofs: one caller, keychains in a folder, cheap
    /// passcodes, and no keys left in the kernel.
    package static func proof(_ folder: String) throws(KeychainError) -> Self {
        var configuration = Self(applicationIdentifier: "proof", accessGroups: [], folder: folder)
        configuration.passcodeHashing = try PasscodeHashing(
            rounds: 1 << 10,
            blockSize: 1,
            parallelism: 1
        )
        configuration.retention = NoKeyRetention()
        return configuration
    }
}

/// A point on a clock that only goes forward, in microseconds.
package func microseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
}

/// A file to which lines are appended, which are there however the process ends.
package struct Journal: Sendable {
    private let descriptor: Int32

    /// Opens a file, made where there is none.
    package init?(_ path: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if descriptor < 0 { return nil }
    }

    /// Appends a line in one go.
    package func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        guard bytes.withUnsafeBytes({ system_write(descriptor, $0) }) == bytes.count else {
            fatalError("The journal cannot be written.")
        }
    }
}

private func system_write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
