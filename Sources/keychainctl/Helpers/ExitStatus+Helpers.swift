extension ExitStatus {
    /// What a program said to a helper makes no sense (`EX_DATAERR`).
    static let badInput = severalItems
}
