/// A call of etcd's JSON gateway: the paths that versions 3.4 to 3.6 have.
package enum EtcdCall: String, Sendable, CaseIterable {
    case range = "/v3/kv/range"
    case transaction = "/v3/kv/txn"
    case authenticate = "/v3/auth/authenticate"
}
