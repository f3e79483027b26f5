internal import KeychainEssentials
internal import PortableKeychain

/// The requests to etcd's JSON gateway, as bytes.
///
/// Keys and values are base64 in it, and so nothing needs escapes.
enum EtcdRequest {
    /// The newest state of one key, as the majority has it.
    static func range(_ key: [UInt8]) -> SecretBytes {
        body { $0 += #"{"key":""#.utf8 + base64(key) + #""}"#.utf8 }
    }

    /// Names of keys from one on and before another one, as of a revision.
    static func names(
        from start: [UInt8],
        before end: [UInt8],
        revision: Int64,
        limit: Int
    ) -> SecretBytes {
        body {
            $0 += #"{"key":""#.utf8 + base64(start) + #"","range_end":""#.utf8 + base64(end)
            $0 += #"","revision":"\#(revision)","limit":"\#(limit)","keys_only":true}"#.utf8
        }
    }

    /// Several keys as of a revision, in one transaction.
    static func read(_ keys: some Collection<[UInt8]>, revision: Int64) -> SecretBytes {
        body { body in
            body += #"{"success":["#.utf8
            for (index, key) in keys.enumerated() {
                if index > 0 { body.append(UInt8(ascii: ",")) }
                body += #"{"request_range":{"key":""#.utf8 + base64(key)
                body += #"","revision":"\#(revision)"}}"#.utf8
            }
            body += "]}".utf8
        }
    }

    /// A change of a key: its new value, or none.
    typealias Change = (key: [UInt8], value: [UInt8]?)

    /// The revision of the last change that a key must have: 0 if the key must not exist.
    struct Condition {
        fileprivate let key: [UInt8]
        fileprivate let result: String
        fileprivate let revision: Int64

        static func changed(_ key: [UInt8], at revision: Int64) -> Condition {
            Condition(key: key, result: "EQUAL", revision: revision)
        }

        static func changed(_ key: [UInt8], before revision: Int64) -> Condition {
            Condition(key: key, result: "LESS", revision: revision)
        }
    }

    /// Changes that are made if all conditions hold.
    static func commit(
        _ changes: some Collection<Change>,
        if conditions: [Condition]
    ) -> SecretBytes {
        body { body in
            body += #"{"compare":["#.utf8
            for (index, condition) in conditions.enumerated() {
                if index > 0 { body.append(UInt8(ascii: ",")) }
                body += #"{"target":"MOD","result":"\#(condition.result)","key":""#.utf8
                body += base64(condition.key)
                body += #"","mod_revision":"\#(condition.revision)"}"#.utf8
            }
            body += #"],"success":["#.utf8
            for (index, change) in changes.enumerated() {
                if index > 0 { body.append(UInt8(ascii: ",")) }
                if let value = change.value {
                    body += #"{"request_put":{"key":""#.utf8 + base64(change.key)
                    body += #"","value":""#.utf8 + base64(value) + #""}}"#.utf8
                } else {
                    body += #"{"request_delete_range":{"key":""#.utf8 + base64(change.key)
                    body += #""}}"#.utf8
                }
            }
            body += "]}".utf8
        }
    }

    /// The request for each change of a key, and of all keys that begin with a folder, which ends
    /// with a slash.
    ///
    /// That is two requests: a stream takes one after the other.
    static func watch(_ key: [UInt8], andBelow folder: [UInt8]) -> SecretBytes {
        body { body in
            body += #"{"create_request":{"key":""#.utf8 + base64(key) + #""}}"#.utf8
            body += #"{"create_request":{"key":""#.utf8 + base64(folder)
            let end = folder.dropLast() + [UInt8(ascii: "/") + 1]
            body += #"","range_end":""#.utf8 + base64(Array(end)) + #""}}"#.utf8
        }
    }

    private static func body(_ write: (inout [UInt8]) -> Void) -> SecretBytes {
        var bytes: [UInt8] = []
        write(&bytes)
        return SecretBytes(bytes)
    }

    private static func base64(_ bytes: [UInt8]) -> Data { Data(bytes).base64EncodedData() }
}
