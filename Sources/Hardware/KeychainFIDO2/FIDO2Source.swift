#if FIDO2 && os(Linux)
    package import CKeychainFIDO2
    internal import PortableKeychain

    /// The source of security keys, and the transport of bytes to them.
    ///
    /// Programs for people use ``system``. Tests link an authenticator in software, with the same
    /// code above it; no variable and no option chooses another source.
    package struct FIDO2Source: Sendable {
        /// A security key that may be connected.
        package struct Place: Sendable {
            package let name: String
            package let product: String

            package init(name: String, product: String) {
                self.name = name
                self.product = product
            }
        }

        /// The security keys that are connected now.
        let places: @Sendable () -> [Place]
        /// The functions that replace the transport of libfido2; `nil` for its own.
        let functions: fido_dev_io_t?

        package init(functions: fido_dev_io_t?, places: @escaping @Sendable () -> [Place]) {
            self.functions = functions
            self.places = places
        }

        /// The security keys that libfido2 finds.
        package static let system = FIDO2Source(functions: nil) {
            let room = FIDO2Answer.mostDevices
            guard var list = fido_dev_info_new(room) else { return [] }
            defer { withUnsafeMutablePointer(to: &list) { release($0, room) } }
            var count = 0
            guard fido_dev_info_manifest(list, room, &count) == FIDO_OK else { return [] }
            return (0..<min(count, room)).compactMap { index in
                guard let info = fido_dev_info_ptr(list, index),
                    let name = fido_dev_info_path(info)
                else { return nil }
                let product = fido_dev_info_product_string(info).map { String(cString: $0) }
                return Place(name: String(cString: name), product: product ?? "")
            }
        }

        private static func release(_ list: UnsafeMutablePointer<OpaquePointer>, _ room: Int) {
            var list: OpaquePointer? = list.pointee
            fido_dev_info_free(&list, room)
        }
    }
#endif
