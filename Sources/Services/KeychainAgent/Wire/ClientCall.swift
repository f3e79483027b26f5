@_spi(Keepers) internal import PortableKeychain

/// A message of a client that the agent knows.
enum ClientCall: Sendable {
    /// The access groups of the keepers with the next number, and whether their changes are kept.
    case view([String], keepsHistory: Bool)
    case perform(view: UInt32, ItemRequest)
    case together(view: UInt32, [ItemStep])
    /// Contexts that are no longer used. It has no answer.
    case forget([UInt64])
    case manage(ManagedCall)
    case administer(AdministrationCall)
    case history(view: UInt32, HistoryCall)

    /// The largest number of access groups in a view.
    static let mostGroups = 256

    /// Reads a message.
    ///
    /// - Throws: ``KeychainError/Code/corrupt``, which ``Frame/reading(_:)`` replaces, or any error
    ///   of reading an object.
    init(
        _ kind: Frame.Kind,
        _ body: UnsafeRawBufferPointer,
        _ requests: RequestReader
    ) throws(KeychainError) {
        var reader = ByteReader(body)
        switch kind {
        case .view:
            let groups = try reader.list(atMost: Self.mostGroups) { r throws(KeychainError) in
                try r.text()
            }
            // Older clients end here.
            self = .view(groups, keepsHistory: reader.remaining > 0 ? try reader.flag() : false)
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
        case .history:
            let view: UInt32 = try reader.integer()
            self = .history(view: view, try HistoryCall(&reader, requests))
        case .hello, .chip, .challenge, .answer, .failure: throw Frame.malformed
        }
        try reader.finish()
    }
}
