/// The certificates of a bundle by all that they are looked up by, so that the work of joining grows
/// with the bundle and not with its square.
struct BundleIndex {
    typealias Bag = SafeContents.Bag<X509Certificate>

    private var byMark: [[UInt8]: Bag] = [:]
    private var byName: [String: [Bag]] = [:]
    private var byKey: [[UInt8]: Bag] = [:]
    private var issuers: IssuerSearch

    init(_ certificates: [Bag]) {
        issuers = IssuerSearch(certificates.map(\.content))
        // Where several fit, the first does.
        for bag in certificates {
            if let mark = bag.localKeyID, byMark[mark] == nil { byMark[mark] = bag }
            if let name = bag.friendlyName { byName[name, default: []].append(bag) }
            let hash = bag.content.publicKeyHash
            if byKey[hash] == nil { byKey[hash] = bag }
        }
    }

    /// Finds the certificate of a key: by mark, else by name, else by value.
    func partner(of key: SafeContents.Bag<KeyMaterial>) -> Bag? {
        if let mark = key.localKeyID, let found = byMark[mark] { return found }
        let own = byKey[key.content.applicationLabel]
        // Names do not identify: several certificates can have the same one, of which one belongs
        // to the key.
        guard let name = key.friendlyName, let named = byName[name] else { return own }
        return named.first { $0.content.publicKeyHash == key.content.applicationLabel }
            ?? named.first
    }

    /// The certificate, and those of its issuers that the bundle holds, in this order.
    mutating func chain(from certificate: X509Certificate) -> [X509Certificate] {
        issuers.chain(from: certificate)
    }
}
