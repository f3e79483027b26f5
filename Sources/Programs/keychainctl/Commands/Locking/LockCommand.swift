internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl lock`.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Lock a keychain for all of your processes.",
        discussion: """
            Most items cannot be read until the keychain is unlocked with the passcode. A \
            keychain without a passcode cannot be locked (status 53). If the kernel may still \
            keep its keys for other processes, the command says so and fails (status 53).

            With --all, the kernel drops the keys of all keychains, also those that stay \
            available during a lock; no file is opened. Use it when you log out, when the \
            machine is suspended and when the screen is locked: see Documentation/Locking.md. \
            A process that has unlocked for itself, because the kernel kept nothing for it, \
            keeps its keys.

            EXAMPLES
              keychainctl lock
              keychainctl lock --keychain work
              keychainctl lock --all
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Lock all keychains, and drop every key that the kernel keeps for them.")
    var all = false

    func validate() throws {
        guard !all || place.keychain == nil else {
            throw ValidationError("--all locks all keychains: omit --keychain")
        }
    }

    func run() throws {
        guard all else { return try place.open().lock() }
        do throws(RetentionError) {
            _ = try KernelKeyRetention().dropAll()
        } catch .unavailable {
            // The kernel has never kept keys for this process.
        } catch {
            throw KeychainError.notLocked(error)
        }
    }
}
