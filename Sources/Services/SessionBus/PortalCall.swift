#if Agent && os(Linux)
    internal import CKeychainSystemd
    internal import KeychainLibC
    internal import KeychainSecretService
    internal import PortableKeychain

    /// A call of the portal whose reply comes later, with the open file of the program that asked the portal.
    final class PortalCall {
        let message: OpaquePointer

        init(_ message: OpaquePointer) { self.message = sd_bus_message_ref(message) }

        /// Closes the file too, whose reader waits for the end.
        deinit { sd_bus_message_unref(message) }

        var sender: String {
            sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        }

        /// Gives the program its secret; the reply says whether that was possible.
        func take(_ outcome: PortalOutcome) -> PortalOutcome {
            guard case .secret(let secret) = outcome else { return outcome }
            return write(secret) ? outcome : .failed
        }

        /// Writes a secret whole, without waiting for a reader: the program chose the file.
        private func write(_ secret: SecretBytes) -> Bool {
            var file: Int32 = -1
            var facts = stat()
            guard sd_bus_message_rewind(message, 1) >= 0, sd_bus_message_skip(message, "os") > 0,
                sd_bus_message_read_basic(message, CChar(UInt8(ascii: "h")), &file) > 0,
                fstat(file, &facts) == 0, fcntl(file, F_GETFL) & O_ACCMODE != O_RDONLY
            else { return false }
            switch facts.st_mode & S_IFMT {
            case S_IFSOCK:
                return secret.withUnsafeBytes {
                    send(
                        file,
                        $0.baseAddress,
                        $0.count,
                        Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
                    ) == $0.count
                }
            case S_IFIFO:
                // Opened again: the program shares the flags of its own, and could make the write wait.
                let own = open("/proc/self/fd/\(file)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                guard own >= 0 else { return false }
                defer { close(own) }
                return secret.withUnsafeBytes {
                    KeychainLibC.write(own, $0.baseAddress, $0.count) == $0.count
                }
            default:
                // A write to another file may wait for long: one in a file system of the program, or a terminal.
                return false
            }
        }
    }
#endif
