@_spi(Keepers) import PortableKeychain

/// The expected answer of a rule.
enum Expectation {
    /// A failure with the status of this code; codes that share a status are equal here.
    case fails(KeychainError.Code)
    /// Success, with any result.
    case succeeds
    /// The given number of items; 0 means ``PortableKeychain/KeychainError/Code/itemNotFound``.
    case finds(Int)
    /// A container with so many items.
    case shape(ItemAnswer.Container, items: Int)
    /// The first item has these attributes, perhaps among others.
    case has(AttributeWords)
    /// The first item has none of these attributes.
    case lacks([AttributeKey])
    /// The first item has these attributes and no others.
    case hasExactly(Set<AttributeKey>)
    /// The first item has this payload; `nil` means none.
    case payload([UInt8]?)
    /// The items are of these parts, each and no other.
    case parts(ReturnOptions)
    /// The items hold these objects, in any order and no others.
    case objects([ItemObject])
    /// The first item has a persistent reference of this class.
    case reference(ItemClass)

    var isFailure: Bool {
        if case .fails = self { true } else { false }
    }

    /// A description of the actual result, if it differs.
    func mismatch(with result: Result<ItemAnswer, KeychainError>) -> String? {
        switch (self, result) {
        case (.fails(let code), .failure(let error)) where error.status == code.status:
            return nil
        case (.finds(0), .failure(let error)) where error.status == notFound:
            return nil
        case (.fails, .success(let answer)):
            return "success, \(answer.count) item(s)"
        case (_, .failure(let error)):
            return "\(error.code.name) (\(error.status))"
        case (_, .success(let answer)):
            return mismatch(in: answer)
        }
    }

    private var notFound: Int32 { KeychainError.Code.itemNotFound.status }

    private func mismatch(in answer: ItemAnswer) -> String? {
        let first = answer.items.first
        let attributes = first?.attributes
        switch self {
        case .fails, .succeeds:
            return nil
        case .finds(let count):
            return answer.items.count == count ? nil : "\(answer.items.count) item(s)"
        case .shape(let container, let count):
            let fits = answer.container == container && answer.items.count == count
            return fits ? nil : "\(answer.container) of \(answer.items.count)"
        case .has(let words):
            let wrong = words.attributes.filter { attributes?[$0.key] != $0.value }
            return wrong.isEmpty ? nil : attributes?.summary ?? "no attributes"
        case .lacks(let keys):
            let extra = keys.filter { attributes?[$0] != nil }
            return attributes != nil && extra.isEmpty ? nil : "\(extra.map(\.name))"
        case .hasExactly(let keys):
            let found = Set(attributes?.map(\.key) ?? [])
            return found == keys ? nil : "\(found.map(\.name).sorted())"
        case .payload(let bytes):
            let found = first?.secret.map { $0.withUnsafeBytes { Array($0) } }
            return first != nil && found == bytes ? nil : found.map { "\($0)" } ?? "no payload"
        case .parts(let parts):
            let odd = answer.items.map(\.parts).first { $0 != parts }
            return odd.map { "\($0.names)" }
        case .objects(let objects):
            let found = answer.items.compactMap(\.object)
            let fits = found.count == objects.count && Set(found) == Set(objects)
            return fits ? nil : found.isEmpty ? "no object" : found.map(\.summary).joined()
        case .reference(let itemClass):
            let bytes = first?.persistentReference ?? []
            let fits = bytes.count == 20 && bytes.starts(with: itemClass.rawValue.utf8)
            return fits ? nil : "a reference of \(bytes)"
        }
    }
}

extension Expectation: CustomStringConvertible {
    var description: String {
        switch self {
        case .fails(let code): "\(code.name) (\(code.status))"
        case .succeeds: "success"
        case .finds(0): "itemNotFound (\(notFound))"
        case .finds(let count): "\(count) item(s)"
        case .shape(let container, let count): "\(container) of \(count)"
        case .has(let words): "attributes \(words.attributes.summary)"
        case .lacks(let keys): "none of \(keys.map(\.name))"
        case .hasExactly(let keys): "exactly \(keys.map(\.name).sorted())"
        case .payload(let bytes): bytes.map { "payload \($0)" } ?? "no payload"
        case .parts(let parts): "items of \(parts.names)"
        case .objects(let objects): "objects \(objects.map(\.summary))"
        case .reference(let itemClass): "a reference of \(itemClass.rawValue)"
        }
    }
}

extension ItemObject {
    /// A short description of the object; keys by their label, which is not secret.
    var summary: String {
        switch self {
        case .key(let key): "key \(key.keyClass.rawValue) \(key.applicationLabel.prefix(3))"
        case .certificate(let certificate): "certificate \(certificate.subjectSummary ?? "-")"
        case .identity(let certificate, let key):
            "identity of \(ItemObject.certificate(certificate).summary) and "
                + ItemObject.key(key).summary
        }
    }
}

extension ItemAnswer.Item {
    /// The parts that the item holds.
    fileprivate var parts: ReturnOptions {
        var parts: ReturnOptions = []
        if secret != nil { parts.insert(.data) }
        if attributes != nil { parts.insert(.attributes) }
        if object != nil { parts.insert(.reference) }
        if persistentReference != nil { parts.insert(.persistentReference) }
        return parts
    }
}

extension ReturnOptions {
    /// The names of the parts.
    fileprivate var names: [String] {
        [
            (ReturnOptions.data, "data"), (.attributes, "attributes"), (.reference, "reference"),
            (.persistentReference, "persistent reference"),
        ].filter { contains($0.0) }.map(\.1)
    }
}
