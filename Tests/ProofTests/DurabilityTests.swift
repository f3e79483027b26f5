import FaultDisk
import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// An acknowledged change is on the disk, and the disk is asked no more often than that takes.
@Suite struct DurabilityTests {
    @Test func synchronizesOncePerChange() throws {
        let bench = try Bench()
        _ = try bench.create()
        let disk = try FaultDisk()
        let keychain = try bench.open(on: disk)
        // The first write to a new log also synchronizes the log's header.
        try keychain.add(ProofItem(0, version: 0))
        disk.heal()
        for number in 1...10 { try keychain.add(ProofItem(number, version: number)) }
        #expect(disk.synchronizations == 10)
        for number in 1...10 { try keychain.update(ProofItem(number, version: 20)) }
        // Replacing and deleting also move the log into the file, which begins a new log.
        let replaced = disk.synchronizations - 10
        #expect(replaced <= 40)
        for number in 1...10 { try keychain.delete(number: number) }
        #expect(disk.synchronizations - 10 - replaced <= 40)
        let synchronizations = disk.synchronizations
        let writes = disk.writes
        #expect(try keychain.versions() == [0: 0])
        #expect(code { try keychain.item(1) } == .itemNotFound)
        #expect(code { try keychain.update(ProofItem(1, version: 1)) } == .itemNotFound)
        #expect(code { try keychain.delete(number: 1) } == .itemNotFound)
        #expect(code { try keychain.add(ProofItem(0, version: 1)) } == .duplicateItem)
        #expect(try keychain.verify().problems == [])
        #expect(disk.synchronizations == synchronizations, "reading and refusing synchronize")
        #expect(disk.writes == writes, "reading and refusing write")
    }

    /// Files are for their owner, whatever the caller's mask for new files is.
    @Test(arguments: [0o000, 0o022, 0o077, 0o277, 0o777])
    func makesPrivateFiles(mask: Int) throws {
        let bench = try Bench()
        let folder = bench.folder + "/made"
        let child = try Child("make", folder, journal: bench.journalPath("journal"), mask)
        #expect(child.wait() == 0)
        #expect(try bench.journal("journal") == ["made"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(
            Set(["default.keychain", "default.keychain-shm", "default.keychain-wal", "device.key"])
                .isSubset(of: names)
        )
        #expect(try mode(folder) == 0o700)
        for name in names {
            let expected = name == "memory" ? 0o700 : 0o600
            #expect(try mode(folder + "/" + name) == expected, "\(name)")
        }
        let memories = try FileManager.default.contentsOfDirectory(atPath: folder + "/memory")
        #expect(memories.count == 1)
        for name in memories { #expect(try mode(folder + "/memory/" + name) == 0o600) }
    }

    @Test(arguments: ["/default.keychain", "/device.key", "/default.keychain-wal", ""])
    func refusesWhatOthersCanGetAt(_ name: String) throws {
        let bench = try Bench()
        let keychain = try bench.create()
        try keychain.add(ProofItem(1, version: 1))
        #expect(code { try bench.open() } == nil)
        for unsafe in name.isEmpty ? [0o777, 0o720, 0o702] : [0o644, 0o660, 0o602, 0o640] {
            try setMode(unsafe, bench.folder + name)
            #expect(code { try bench.open() } == .unsafePermissions, "\(String(unsafe, radix: 8))")
        }
        try setMode(name.isEmpty ? 0o700 : 0o600, bench.folder + name)
        #expect(try bench.open().item(1).version == 1)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
