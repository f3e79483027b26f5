#if FIDO2 && os(Linux)
    import CKeychainFIDO2
    import KeychainFIDO2
    import Synchronization

    /// Connects authenticators in software to libfido2, below its transport.
    package enum SoftwareSource {
        private static let all = Mutex<[String: SoftwareAuthenticator]>([:])

        /// A source with these security keys; their names must be unique in the process.
        package static func source(
            _ authenticators: [(name: String, SoftwareAuthenticator)]
        ) -> FIDO2Source {
            all.withLock { all in
                for (name, authenticator) in authenticators { all[name] = authenticator }
            }
            let places = authenticators.map {
                FIDO2Source.Place(name: $0.name, product: "Software \($0.name)")
            }
            return FIDO2Source(functions: functions) { places }
        }

        private static var functions: fido_dev_io_t {
            fido_dev_io_t(
                open: { name in
                    guard let name else { return nil }
                    let found = SoftwareSource.all.withLock { $0[String(cString: name)] }
                    guard let found, found.behavior.fault != .closed else { return nil }
                    return Unmanaged.passRetained(SoftwareConnection(found)).toOpaque()
                },
                close: { handle in
                    guard let handle else { return }
                    Unmanaged<SoftwareConnection>.fromOpaque(handle).release()
                },
                read: { handle, room, count, milliseconds in
                    guard let handle, let room else { return -1 }
                    let connection = Unmanaged<SoftwareConnection>.fromOpaque(handle)
                        .takeUnretainedValue()
                    let patience = milliseconds < 0 ? 60_000 : Int(milliseconds)
                    guard let frame = connection.read(within: patience), frame.count <= count
                    else { return -1 }
                    UnsafeMutableRawBufferPointer(start: room, count: count)
                        .copyBytes(from: frame)
                    return Int32(frame.count)
                },
                write: { handle, bytes, count in
                    guard let handle, let bytes else { return -1 }
                    let connection = Unmanaged<SoftwareConnection>.fromOpaque(handle)
                        .takeUnretainedValue()
                    // The first byte is the number of the report, which is always 0.
                    let frame = Array(UnsafeBufferPointer(start: bytes, count: count).dropFirst())
                    return connection.write(frame) ? Int32(count) : -1
                }
            )
        }
    }
#endif
