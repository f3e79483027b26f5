internal import Foundation
@_spi(Keepers) internal import PortableKeychain

#if canImport(Darwin)
    private typealias DictionaryKey = any NSCopying
#else
    private typealias DictionaryKey = NSObject
#endif

/// The keys and values of a dictionary of Foundation that is being made; no key comes twice.
struct ObjectDictionary {
    private var keys: [DictionaryKey] = []
    private var values: [AnyObject] = []

    init() {
        keys.reserveCapacity(20)
        values.reserveCapacity(20)
    }

    mutating func add(_ key: NSString, _ value: AnyObject?) {
        guard let value else { return }
        keys.append(key)
        values.append(value)
    }

    var dictionary: NSDictionary {
        NSDictionary(objects: values, forKeys: keys, count: keys.count)
    }
}

/// The names of attributes as objects, which the dictionaries of one answer share.
struct AttributeNames {
    private var known: [(key: AttributeKey, name: NSString)] = []

    mutating func name(of key: AttributeKey) -> NSString {
        if let place = known.firstIndex(where: { $0.key == key }) { return known[place].name }
        let name = key.name as NSString
        known.append((key, name))
        return name
    }
}
