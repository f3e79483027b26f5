internal import PortableKeychain

/// Text of foreign files.
enum TransferText {
    /// The text of a file, without a byte order mark.
    ///
    /// - Throws: ``TransferProblem`` for bytes that are no UTF-8, and for zero bytes.
    static func text(_ bytes: UnsafeRawBufferPointer) throws(TransferProblem) -> String {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(hasMark ? 3 : 0)...])
        if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
            throw TransferProblem("the file is UTF-16, and only UTF-8 is read")
        }
        guard !rest.contains(0) else { throw TransferProblem("the file has a zero byte") }
        guard let text = String(validating: rest, as: UTF8.self) else {
            throw TransferProblem("the file is not UTF-8 text")
        }
        return text
    }
}
