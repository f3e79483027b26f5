@_spi(Keepers) internal import PortableKeychain
internal import KeychainEssentials

/// Writes requests; contexts become numbers.
struct RequestWriter {
    /// Returns the number of a context, by which the agent knows it.
    let number: (AuthenticationContext) -> UInt64
    /// Whether the agent answers a part of a list; an older one is asked for the whole.
    let asksForPages: Bool

    func write(_ request: ItemRequest, into encoder: inout SecretEncoder) throws(KeychainError) {
        switch request.verb {
        case .add: encoder.integer(UInt8(1))
        case .copyMatching: encoder.integer(UInt8(2))
        case .update(let changes):
            encoder.integer(UInt8(3))
            encoder.sized(changes.attributes.storedForm)
            encoder.optional(changes.secret) { $0.sized($1) }
        case .delete: encoder.integer(UInt8(4))
        }
        encoder.optional(request.itemClass) { $0.text($1.rawValue) }
        encoder.sized(request.attributes.storedForm)
        encoder.optional(request.secret) { $0.sized($1) }
        try encoder.optional(request.object) { encoder, object throws(KeychainError) in
            try encoder.object(object)
        }
        encoder.optional(request.persistentReference) { $0.bytes($1) }
        let page = asksForPages && request.limit == .all ? request.page : nil
        encoder.optional(request.limit) { $0.limit($1, page) }
        encoder.list(request.filters) { $0.filter($1) }
        encoder.integer(request.returning.rawValue)
        encoder.integer(request.interaction.code)
        encoder.optional(request.authentication) { encoder, context in
            ContextState(context, number: number(context)).encode(into: &encoder)
        }
        encoder.optional(request.prompt) { $0.text($1) }
        encoder.optional(request.leavesTombstone) { $0.flag($1) }
        encoder.flag(request.namesItemList)
    }

    func write(_ step: ItemStep, into encoder: inout SecretEncoder) throws(KeychainError) {
        try write(step.request, into: &encoder)
        for request in [step.alternative, step.replaced] {
            try encoder.optional(request) { encoder, request throws(KeychainError) in
                try write(request, into: &encoder)
            }
        }
        encoder.list(step.skipping.sorted { $0.name < $1.name }) { $0.code($1) }
    }
}

/// Reads requests; numbers become contexts.
struct RequestReader {
    /// The largest number of filters, of steps, and of codes that a step skips.
    static let mostParts = 4096

    /// Returns the context that a client means.
    let context: (ContextState) throws(KeychainError) -> AuthenticationContext

    func request(_ reader: inout ByteReader) throws(KeychainError) -> ItemRequest {
        let verb: ItemRequest.Verb
        switch try reader.integer(UInt8.self) {
        case 1: verb = .add
        case 2: verb = .copyMatching
        case 3:
            let attributes = try ItemAttributes(storedForm: try reader.sized())
            verb = .update(ItemChanges(attributes: attributes, secret: try reader.maybeSecret()))
        case 4: verb = .delete
        default: throw Frame.malformed
        }
        var request = ItemRequest(verb)
        request.itemClass = try reader.maybeText().map { ItemClass(rawValue: $0) }
        request.attributes = try ItemAttributes(storedForm: try reader.sized())
        request.secret = try reader.maybeSecret()
        request.object = try reader.optional { r throws(KeychainError) in try r.object() }
        request.persistentReference = try reader.optional { r throws(KeychainError) in
            try r.bytes()
        }
        if let (limit, page) = try reader.optional({ r throws(KeychainError) in try r.limit() }) {
            request.limit = limit
            if let page { request.page = page }
        }
        request.filters = try reader.list(atMost: Self.mostParts) { r throws(KeychainError) in
            try r.filter()
        }
        request.returning = ReturnOptions(rawValue: try reader.integer())
        request.interaction = try UserInteraction(code: try reader.integer())
        request.authentication = try reader.optional { r throws(KeychainError) in
            try context(try ContextState(&r))
        }
        request.prompt = try reader.maybeText()
        request.leavesTombstone = try reader.optional { r throws(KeychainError) in try r.flag() }
        request.namesItemList = try reader.flag()
        return request
    }

    func step(_ reader: inout ByteReader) throws(KeychainError) -> ItemStep {
        let request = try request(&reader)
        let alternative = try reader.optional { r throws(KeychainError) in try self.request(&r) }
        let replaced = try reader.optional { r throws(KeychainError) in try self.request(&r) }
        let skipping = try reader.list(atMost: Self.mostParts) { r throws(KeychainError) in
            try r.code()
        }
        return ItemStep(
            request,
            or: alternative,
            replacing: replaced,
            skipping: Set(skipping)
        )
    }
}

extension UserInteraction {
    fileprivate var code: UInt8 {
        switch self {
        case .allowed: 0
        case .forbidden: 1
        case .skip: 2
        }
    }

    fileprivate init(code: UInt8) throws(KeychainError) {
        switch code {
        case 0: self = .allowed
        case 1: self = .forbidden
        case 2: self = .skip
        default: throw Frame.malformed
        }
    }
}

extension SecretEncoder {
    fileprivate mutating func limit(_ limit: MatchLimit, _ page: ItemPage?) {
        switch limit {
        case .one: integer(UInt8(1))
        case .all:
            guard let page else { return integer(UInt8(2)) }
            integer(UInt8(4))
            integer(UInt32(clamping: page.size))
            optional(page.after) { $0.integer($1.row) }
        case .atMost(let count):
            integer(UInt8(3))
            integer(Int64(count))
        }
    }

    fileprivate mutating func filter(_ filter: MatchFilter) {
        switch filter {
        case .hostOrSubdomain(let host):
            integer(UInt8(1))
            text(host)
        case .issuers(let names):
            integer(UInt8(2))
            list(names) { $0.bytes($1) }
        case .policy(let policy):
            integer(UInt8(3))
            text(policy.identifier)
            optional(policy.host) { $0.text($1) }
            flag(policy.isForClients)
            optional(policy.emailAddress) { $0.text($1) }
        case .validOnDate(let date):
            integer(UInt8(4))
            optional(date) { $0.integer($1.timeIntervalSinceReferenceDate.bitPattern) }
        case .trustedOnly(let isTrusted):
            integer(UInt8(5))
            flag(isTrusted)
        case .emailAddress(let address):
            integer(UInt8(6))
            text(address)
        case .ignored(let name):
            integer(UInt8(7))
            text(name)
        }
    }
}

extension ByteReader {
    mutating func maybeText() throws(KeychainError) -> String? {
        try optional { r throws(KeychainError) in try r.text() }
    }

    mutating func maybeSecret() throws(KeychainError) -> SecretBytes? {
        try optional { r throws(KeychainError) in try r.secret() }
    }

    fileprivate mutating func limit() throws(KeychainError) -> (MatchLimit, ItemPage?) {
        switch try integer(UInt8.self) {
        case 1: return (.one, nil)
        case 2: return (.all, nil)
        case 3: return (.atMost(Int(try integer(Int64.self))), nil)
        case 4:
            let size = try integer(UInt32.self)
            let after = try optional { r throws(KeychainError) in
                ItemPage.Place(row: try r.integer())
            }
            return (.all, ItemPage(Int(size), after: after))
        default: throw Frame.malformed
        }
    }

    fileprivate mutating func filter() throws(KeychainError) -> MatchFilter {
        switch try integer(UInt8.self) {
        case 1: return .hostOrSubdomain(try text())
        case 2:
            return .issuers(
                try list(atMost: RequestReader.mostParts) { r throws(KeychainError) in
                    try r.bytes()
                }
            )
        case 3:
            let (identifier, host) = (try text(), try maybeText())
            let isForClients = try flag()
            return .policy(
                CertificatePolicy(
                    identifier: identifier,
                    host: host,
                    isForClients: isForClients,
                    emailAddress: try maybeText()
                )
            )
        case 4:
            return .validOnDate(
                try optional { r throws(KeychainError) in
                    let bits: UInt64 = try r.integer()
                    return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
                }
            )
        case 5: return .trustedOnly(try flag())
        case 6: return .emailAddress(try text())
        case 7: return .ignored(try text())
        default: throw Frame.malformed
        }
    }
}
