internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain

/// What is to be imported, in whatever form it came.
package struct ImportContent {
    /// Passwords.
    var items: [NewItem] = []
    /// Keys and certificates.
    var objects: [ItemRequest] = []
    /// What the user should know, such as attachments that are not taken.
    package private(set) var remarks: [String] = []
}

extension ImportContent {
    /// Takes the entries of another program.
    init(_ store: ForeignStore) {
        items = store.entries.flatMap(\.items)
        remarks = store.remarks
    }
}

extension Failure {
    /// Says what is wrong with a file.
    init(_ problem: FormatProblem) {
        self.init(.severalItems, problem.problem, advice: problem.advice)
    }
}
