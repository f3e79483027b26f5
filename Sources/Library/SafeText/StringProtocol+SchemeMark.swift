extension StringProtocol {
    /// The first `://`, which ends the scheme of an address (RFC 3986, 3.1); `nil` in other text.
    ///
    /// It is looked for in the bytes: a letter that combines with the last slash does not hide it.
    package var schemeMark: Range<Index>? {
        var start = startIndex
        while let colon = utf8[start...].firstIndex(of: UInt8(ascii: ":")) {
            start = utf8.index(after: colon)
            guard utf8[start...].starts(with: "//".utf8) else { continue }
            return colon..<utf8.index(start, offsetBy: 2)
        }
        return nil
    }
}
