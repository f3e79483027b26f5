#if Fleet && os(Linux)
    package import KeychainSync

    extension EtcdEngine {
        /// Removes files a part at a time, for as long as the state is the given one.
        ///
        /// No device reads them, so none gets a hint. Earlier revisions of the cluster keep them until
        /// they are compacted, which is for its operator to do.
        package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
            guard let state = EtcdState(snapshot), paths.allSatisfy(VaultPath.isPlain) else {
                return false
            }
            var rest = paths[...]
            while !rest.isEmpty {
                let page = rest.prefix(Self.mostOperations / 2)
                let gone = await replacedParts(page.map { VaultFileChange($0, nil) }, state)
                let keys = page.flatMap { path in
                    [files + path.utf8, PartedFile.name(path, below: prefix)]
                }
                let answer = await client.ask(
                    .transaction,
                    EtcdRequest.commit(
                        keys.map { (key: $0, value: nil) },
                        if: [.changed(tip, at: state.tip)]
                    ),
                    limit: Self.longestShortAnswer,
                    // A second copy finds nothing to remove.
                    repeats: true
                )
                guard case .answer(.transaction(true, _)) = answer else { return false }
                for file in gone { await remove(file) }
                rest = rest.dropFirst(page.count)
            }
            return true
        }
    }
#endif
