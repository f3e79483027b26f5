@_spi(Keepers) internal import PortableKeychain

extension SecretEncoder {
    mutating func answer(_ answer: ItemAnswer) throws(KeychainError) {
        switch answer.container {
        case .none: integer(UInt8(0))
        case .single: integer(UInt8(1))
        case .list:
            integer(UInt8(answer.next == nil ? 2 : 3))
            if let next = answer.next { integer(next.row) }
        }
        integer(UInt64(answer.count))
        try list(answer.items) { encoder, item throws(KeychainError) in try encoder.item(item) }
    }

    private mutating func item(_ item: ItemAnswer.Item) throws(KeychainError) {
        text(item.itemClass.rawValue)
        optional(item.attributes) { $0.bytes($1.storedForm) }
        optional(item.secret) { $0.sized($1) }
        optional(item.persistentReference) { $0.bytes($1) }
        optional(item.certificate) { $0.bytes($1) }
        try optional(item.object) { encoder, object throws(KeychainError) in
            try encoder.object(object)
        }
        flag(item.hasUnreadableAccessControl)
    }
}

extension ByteReader {
    mutating func answer() throws(KeychainError) -> ItemAnswer {
        let container: ItemAnswer.Container
        var next: ItemPage.Place?
        switch try integer(UInt8.self) {
        case 0: container = .none
        case 1: container = .single
        case 2: container = .list
        case 3:
            container = .list
            next = ItemPage.Place(row: try integer())
        default: throw Frame.malformed
        }
        guard let count = Int(exactly: try integer(UInt64.self)) else { throw Frame.malformed }
        let items = try list { r throws(KeychainError) in try r.item() }
        var answer = ItemAnswer(container: container, items: items, count: count)
        answer.next = next
        return answer
    }

    private mutating func item() throws(KeychainError) -> ItemAnswer.Item {
        var item = ItemAnswer.Item(itemClass: ItemClass(rawValue: try text()))
        item.attributes = try optional { r throws(KeychainError) in
            try ItemAttributes(storedForm: try r.sized())
        }
        item.secret = try maybeSecret()
        item.persistentReference = try optional { r throws(KeychainError) in try r.bytes() }
        if let certificate = try optional({ r throws(KeychainError) in try r.bytes() }) {
            item.certificate = certificate
        }
        if let object = try optional({ r throws(KeychainError) in try r.object() }) {
            item.object = object
        }
        if try flag() { item.hasUnreadableAccessControl = true }
        return item
    }
}
