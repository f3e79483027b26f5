internal import Foundation
package import PortableKeychain

/// Turns an answer into the object that Apple's functions return (item-semantics.md §2.4).
package struct ItemResult {
    private let answer: ItemAnswer
    private let wanted: ReturnOptions
    private let isAddition: Bool
    private let objects: LiveObjects

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer of the keychain.
    ///   - request: The request.
    ///   - objects: Creates live objects.
    package init(_ answer: ItemAnswer, to request: ItemRequest, objects: LiveObjects) {
        self.answer = answer
        self.objects = objects
        wanted = request.returning
        isAddition = if case .add = request.verb { true } else { false }
    }

    /// The object, or `nil` if there is none to return.
    package var object: AnyObject? {
        guard !wanted.isEmpty else { return nil }
        return switch answer.container {
        case .none: nil
        case .single: answer.items.first.flatMap(element)
        case .list: answer.items.compactMap(element) as NSArray
        }
    }

    /// One flag asks for the bare object, two or more for a dictionary with exactly those.
    private func element(_ item: ItemAnswer.Item) -> AnyObject? {
        switch wanted {
        case .data: payload(item).map { $0 as NSData }
        case .attributes: dictionary(item)
        case .persistentReference: item.persistentReference.map { Data($0) as NSData }
        case .reference: item.object.flatMap(objects.reference)
        default: dictionary(item)
        }
    }

    /// An item without a payload has none, but one just added gives empty bytes.
    private func payload(_ item: ItemAnswer.Item) -> Data? {
        item.secret.map { data($0) } ?? (isAddition ? Data() : nil)
    }

    private func dictionary(_ item: ItemAnswer.Item) -> NSDictionary {
        var result: [String: Any] = [:]
        if wanted.contains(.attributes), let attributes = item.attributes {
            for (key, value) in attributes {
                result[key.name] = objects.object(for: value)
            }
        }
        if wanted.contains(.data), let secret = item.secret { result["v_Data"] = data(secret) }
        result["certdata"] = item.certificate.map { Data($0) }
        if wanted.contains(.reference) {
            result["class"] = item.itemClass.rawValue
            result["v_Ref"] = item.object.flatMap(objects.reference)
        }
        if wanted.contains(.persistentReference), let reference = item.persistentReference {
            result["v_PersistentRef"] = Data(reference)
        }
        return result as NSDictionary
    }
}
