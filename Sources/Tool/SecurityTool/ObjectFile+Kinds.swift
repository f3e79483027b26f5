internal import ForeignFormats
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

extension ObjectFile {
    /// Removes objects of other kinds than the requested one; bundles are kept whole, as on macOS.
    mutating func keep(_ kind: String?) throws(SecurityFailure) {
        switch kind {
        case nil, "agg": return
        case "cert": keys = []
        case "pub": (keys, certificates) = (keys.filter { $0.keyClass == .publicKey }, [])
        case "priv": (keys, certificates) = (keys.filter { $0.keyClass == .privateKey }, [])
        case "session": throw .notHere("-t session: the keychain stores only key pairs")
        default: throw .usage("the value of -t must be pub, priv, session, cert or agg")
        }
    }

    /// The different objects of each kind, as macOS counts them; an identity is two objects.
    private var kinds: [(objects: Set<[ItemObject]>, one: String, several: String)] {
        let pairs = bundle?.identities ?? []
        let own = Set(pairs.map(\.certificate))
        let others = (bundle?.certificates ?? certificates).filter { !own.contains($0) }
        let lone = keys + (bundle?.loneKeys.map(\.material) ?? [])
        let identities: [[ItemObject]] = pairs.map {
            [.certificate($0.certificate), .key($0.privateKey)]
        }
        return [
            (Set(identities), "identity", "identities"),
            (Set(lone.map { [ItemObject.key($0)] }), "key", "keys"),
            (Set(others.map { [ItemObject.certificate($0)] }), "certificate", "certificates"),
        ]
    }

    /// The lines of an import, one for each kind of objects.
    ///
    /// - Parameters:
    ///   - added: The objects that were stored; the others were there already.
    ///   - place: The keychain.
    /// - Returns: The lines.
    func report(_ added: Set<ItemObject>, in place: String) -> [String] {
        kinds.filter { !$0.objects.isEmpty }.map { kind -> String in
            let new = kind.objects.count { !added.isDisjoint(with: $0) }
            let present = kind.objects.count - new
            let imported = "\(counted(new, kind.one, kind.several)) imported"
            guard present > 0 else { return "\(imported)." }
            guard new > 0 else {
                let were = present == 1 ? "was" : "were"
                return "\(counted(present, kind.one, kind.several)) \(were) already in \(place)."
            }
            return "\(imported), \(present) \(present == 1 ? "was" : "were") already in \(place)."
        }
    }
}
