import Foundation
import PortableKeychain

/// The helper that was built beside these tests.
enum EtcdHelper {
    static var program: HelperProgram? {
        let bundle = Bundle.main.bundlePath
        let folders = [bundle, CommandLine.arguments[0]].map {
            URL(filePath: $0).deletingLastPathComponent().path
        }
        return (folders + [bundle]).map { $0 + "/keychain-etcd" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { HelperProgram(path: $0) }
    }
}
