#if TPM && os(Linux)
    internal import CTSS2
    internal import PortableKeychain

    /// A connection to a chip, open while one call is made.
    struct TPMConnection: ~Copyable {
        private let transport: OpaquePointer
        let esys: OpaquePointer

        /// Opens a chip.
        ///
        /// - Throws: ``KeychainError/Code/notAvailable`` when it cannot be reached.
        init(_ interface: String) throws(KeychainError) {
            var transport: OpaquePointer?
            guard Tss2_TctiLdr_Initialize(interface, &transport) == 0, let transport else {
                throw KeychainError(.notAvailable, reason: "The TPM cannot be reached.")
            }
            var esys: OpaquePointer?
            guard Esys_Initialize(&esys, transport, nil) == 0, let esys else {
                var closing: OpaquePointer? = transport
                Tss2_TctiLdr_Finalize(&closing)
                throw KeychainError(.notAvailable, reason: "The TPM cannot be reached.")
            }
            self.transport = transport
            self.esys = esys
        }

        deinit {
            var esys: OpaquePointer? = esys
            Esys_Finalize(&esys)
            var transport: OpaquePointer? = transport
            Tss2_TctiLdr_Finalize(&transport)
        }
    }
#endif
