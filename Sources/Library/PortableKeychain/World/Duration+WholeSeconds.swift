extension Duration {
    /// The whole seconds, from 0 to more than any time of a keychain can have.
    ///
    /// `components` ends the process for a time whose seconds are no `Int64`, such as `.seconds(1e20)`.
    package var wholeSeconds: Int64 {
        min(max(self, .zero), .seconds(1 + Int64(UInt32.max))).components.seconds
    }
}
