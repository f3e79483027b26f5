import Foundation
import KeychainctlKit
import Testing

@Suite struct NamedFileTests {
    /// The advice fits the error of the system.
    @Test(arguments: [
        (ENOENT, "check the name"), (ENOTDIR, "check the name"),
        (EACCES, "choose a place that you may read and write, or ask its owner"),
        (EROFS, "choose a place on a disk that can be written"),
        (ENOSPC, "make room on the disk"),
        (EIO, "check the file and the disk"),
    ])
    func advises(_ number: Int32, _ advice: String) {
        #expect(Failure(cannot: "create", "a/b", number).advice == advice)
    }
}
