internal import PortableKeychain

/// A message of a client that the agent knows.
enum ClientCall: Sendable {
    /// Which access groups the keepers with the next number have.
    case view([String])
    case perform(view: UInt32, ItemRequest)
    case together(view: UInt32, [ItemStep])
    /// Contexts that are not used any more. It has no answer.
    case forget([UInt64])
    case manage(ManagedCall)
    case administer(AdministrationCall)

    /// The largest number of access groups in a view.
    static let mostGroups = 256

    /// Reads a message.
    ///
    /// - Throws: ``KeychainError/Code/corrupt``, which ``Frame/reading(_:)`` replaces, or what reading an
    ///   object throws.
    init(
        _ kind: Frame.Kind,
        _ body: UnsafeRawBufferPointer,
        _ requests: RequestReader
    ) throws(KeychainError) {
        var reader = ByteReader(body)
        switch kind {
        case .view:
            self = .view(
                try reader.list(atMost: Self.mostGroups) { r throws(KeychainError) in
                    try r.text()
                }
            )
        case .perform:
            let view: UInt32 = try reader.integer()
            self = .perform(view: view, try requests.request(&reader))
        case .together:
            let view: UInt32 = try reader.integer()
            let steps = try reader.list(atMost: RequestReader.mostParts) {
                r throws(KeychainError) in
                // Reading a private key can take long.
                try RequestAttendance.current?.checkpoint()
                return try requests.step(&r)
            }
            self = .together(view: view, steps)
        case .forget:
            self = .forget(try reader.list { r throws(KeychainError) in try r.integer() })
        case .manage: self = .manage(try ManagedCall(&reader))
        case .administer: self = .administer(try AdministrationCall(&reader))
        case .hello, .chip, .challenge, .answer, .failure: throw Frame.malformed
        }
        try reader.finish()
    }
}
