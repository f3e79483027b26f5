#if Agent && os(Linux)
    import CKeychainSystemd
    import Foundation

    /// A connection of a test to a bus.
    enum MockConnection {
        /// Joins a bus, which has greeted it then.
        ///
        /// - Parameters:
        ///   - address: The bus.
        ///   - name: The name to take there; `nil` takes none.
        /// - Returns: The connection, which the caller closes.
        /// - Throws: The number of `errno` that the library reports.
        static func open(_ address: String, as name: String? = nil) throws -> OpaquePointer {
            var bus: OpaquePointer?
            try check(sd_bus_new(&bus))
            guard let bus else { throw POSIXError(.ENOMEM) }
            do {
                try check(sd_bus_set_address(bus, address))
                try check(sd_bus_set_bus_client(bus, 1))
                try check(sd_bus_negotiate_fds(bus, 1))
                try check(sd_bus_start(bus))
                var unique: UnsafePointer<CChar>?
                try check(sd_bus_get_unique_name(bus, &unique))
                if let name { try check(sd_bus_request_name(bus, name, 0)) }
            } catch {
                sd_bus_close_unref(bus)
                throw error
            }
            return bus
        }

        /// Whether a bus takes connections.
        static func isPossible(_ address: String) -> Bool {
            guard let bus = try? open(address) else { return false }
            sd_bus_close_unref(bus)
            return true
        }

        private static func check(_ result: Int32) throws {
            guard result < 0 else { return }
            throw NSError(domain: NSPOSIXErrorDomain, code: Int(-result))
        }
    }
#endif
