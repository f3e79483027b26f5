import FaultDisk
import Foundation
import SealedStore
import Testing

@testable import PortableKeychain

extension Bench {
    /// Opens the keychain on a disk that can fail.
    func open(
        on disk: FaultDisk,
        checkpointPages: Int32 = 1000,
        cachePages: Int32? = nil
    ) throws -> Keychain {
        let device = try #require(try KeychainFolder(folder).deviceKey())
        let vault = try Vault.open(
            path,
            device: device,
            world: configuration.world,
            options: disk.options(checkpointPages: checkpointPages, cachePages: cachePages)
        )
        return Keychain(vault: vault, configuration: configuration, path: path)
    }

    /// Puts the file of a closed keychain aside, to start from it again and again.
    func keepTemplate() throws {
        try FileManager.default.copyItem(atPath: path, toPath: folder + "/template")
    }

    /// Puts the keychain back as it was kept, without later files.
    func restoreTemplate() throws {
        try? FileManager.default.removeItem(atPath: folder + "/memory")
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        try FileManager.default.copyItem(atPath: folder + "/template", toPath: path)
    }
}
