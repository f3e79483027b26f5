internal import Foundation
@_spi(Keepers) package import PortableKeychain

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
        var names = AttributeNames()
        return switch answer.container {
        case .none: nil
        case .single: answer.items.first.flatMap { element($0, &names) }
        case .list: NSArray(array: answer.items.compactMap { element($0, &names) })
        }
    }

    /// One flag asks for the bare object, two or more for a dictionary with exactly those.
    private func element(_ item: ItemAnswer.Item, _ names: inout AttributeNames) -> AnyObject? {
        switch wanted {
        case .data: payload(item)
        case .attributes: dictionary(item, &names)
        case .persistentReference: item.persistentReference.map { Data($0) as NSData }
        case .reference: item.object.flatMap(objects.reference)
        default: dictionary(item, &names)
        }
    }

    /// An item without a payload has none, but one just added gives empty bytes.
    private func payload(_ item: ItemAnswer.Item) -> NSData? {
        item.secret.map { data($0) } ?? (isAddition ? NSData() : nil)
    }

    /// The attributes and objects of an answer, made of objects from the start: a dictionary of
    /// Swift that is bridged costs twice as much.
    private func dictionary(
        _ item: ItemAnswer.Item,
        _ names: inout AttributeNames
    ) -> NSDictionary {
        var result = ObjectDictionary()
        if wanted.contains(.attributes), let attributes = item.attributes {
            for (key, value) in attributes {
                result.add(names.name(of: key), objects.object(for: value))
            }
        }
        if wanted.contains(.data), let secret = item.secret {
            result.add("v_Data", data(secret))
        }
        if let certificate = item.certificate {
            result.add("certdata", Data(certificate) as NSData)
        }
        if wanted.contains(.reference) {
            result.add("class", item.itemClass.rawValue as NSString)
            result.add("v_Ref", item.object.flatMap(objects.reference))
        }
        if wanted.contains(.persistentReference), let reference = item.persistentReference {
            result.add("v_PersistentRef", Data(reference) as NSData)
        }
        return result.dictionary
    }
}
