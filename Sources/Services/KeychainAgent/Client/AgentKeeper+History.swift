@_spi(Keepers) package import PortableKeychain

/// The agent keeps what items were, if the caller asks for a history (agent-protocol.md §13).
extension AgentKeeper: VersionedKeeper {
    package func keeping(_ policy: HistoryPolicy) -> any ItemKeeper {
        let caller = Keychain.AgentCaller(accessGroups, keepsHistory: policy != .none)
        return AgentKeeper(line, caller)
    }

    package var historyPolicy: HistoryPolicy {
        get throws(KeychainError) {
            guard caller.keepsHistory else { return .none }
            return try ask(.policy) { r throws(KeychainError) in try r.policy() }
        }
    }

    package func setHistoryPolicy(_ policy: HistoryPolicy?) throws(KeychainError) {
        try ask(.setPolicy(policy)) { _ in }
    }

    package func earlierVersions() throws(KeychainError) -> [EarlierVersion] {
        try ask(.versions) { r throws(KeychainError) in
            try r.list { r throws(KeychainError) in try r.version() }
        }
    }

    package func secret(
        ofVersion id: [UInt8],
        for request: ItemRequest
    ) throws(KeychainError) -> SecretBytes? {
        try ask(.secret(version: id, request)) { r throws(KeychainError) in try r.maybeSecret() }
    }

    package func restore(version id: [UInt8]) throws(KeychainError) {
        try ask(.restore(version: id)) { _ in }
    }

    package func lastChange(mayAsk: Bool) throws(KeychainError) -> RecordedChange? {
        try ask(.lastChange(mayAsk: mayAsk)) { r throws(KeychainError) in
            try r.optional { r throws(KeychainError) in try r.change() }
        }
    }

    package func undo(_ id: [UInt8]) throws(KeychainError) { try ask(.undo(change: id)) { _ in } }

    package func purge(_ deletion: ItemRequest) throws(KeychainError) -> Int {
        try ask(.purge(deletion)) { r throws(KeychainError) in
            Int(clamping: try r.integer(UInt64.self))
        }
    }

    package func forget(_ ids: Set<[UInt8]>?) throws(KeychainError) {
        try ask(.forget(versions: ids.map(Array.init))) { _ in }
    }

    private func ask<R>(
        _ call: HistoryCall,
        _ read: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try line.call(
            .history,
            as: caller,
            needing: .history,
            isRepeatable: call.isRepeatable,
            write: { writer, encoder throws(KeychainError) in
                try writer.write(call, into: &encoder)
            },
            read: read
        )
    }
}
