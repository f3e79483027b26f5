/// Validates UTF-8 text.
package enum UTF8Text {
    /// Whether the bytes are well-formed UTF-8 (RFC 3629), checked without copying them.
    package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
