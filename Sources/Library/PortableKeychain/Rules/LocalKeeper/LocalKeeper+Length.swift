extension LocalKeeper: MeasuredKeeper {
    package var leavesRemains: Bool { get throws(KeychainError) { try vault.leavesRemains() } }

    package var fileHasMoved: Bool { vault.fileHasMoved }

    package var contentLength: Int { get throws(KeychainError) { try vault.contentLength } }

    package func passcodeItems() throws(KeychainError) -> PasscodeItems {
        try PasscodeItems(in: vault, naming: isReachable)
    }
}
