internal import ForeignFormats
internal import PortableKeychain

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

    /// The numbers of objects, as macOS counts them.
    var counts: [(count: Int, one: String, several: String)] {
        let identities = bundle?.identities ?? []
        let own = Set(identities.map(\.certificate))
        let others = (bundle?.certificates ?? certificates).filter { !own.contains($0) }
        return [
            (identities.count, "identity", "identities"), (keys.count, "key", "keys"),
            (others.count, "certificate", "certificates"),
        ].filter { $0.0 > 0 }
    }
}
