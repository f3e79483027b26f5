import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The file that lists the epochs for which a counter stands (vault-format.md §16.1).
@Suite struct EpochListTests {
    private let device = DeviceKey(entropy: .system)
    private let keychain = KeychainEntropy.system.bytes(16)

    private func mac(_ counter: [UInt8] = [1]) throws -> MessageCode {
        try RollbackCounter.mac(device, counter)
    }

    private func read(_ bytes: [UInt8], _ mac: MessageCode) -> EpochList? {
        bytes.withUnsafeBytes { EpochList($0, mac) }
    }

    @Test func isReadAsItWasWritten() throws {
        let mac = try mac()
        for isComplete in [true, false] {
            var list = EpochList(count: 9, isComplete: isComplete)
            #expect(read(list.encoded(mac), mac) == list)
            list.set(3, of: keychain, device)
            list.set(.max, of: KeychainEntropy.system.bytes(16), device)
            let bytes = list.encoded(mac)
            #expect(read(bytes, mac) == list)
            #expect(bytes.count == 17 + 2 * 24 + 16)
            for place in bytes.indices {
                for bit in 0..<8 {
                    var flipped = bytes
                    flipped[place] ^= 1 << UInt8(bit)
                    #expect(read(flipped, mac) == nil)
                }
                #expect(read(Array(bytes[..<place]), mac) == nil)
            }
            #expect(read(bytes + [0], mac) == nil)
            #expect(read(bytes, try self.mac([2])) == nil)
        }
    }

    @Test func saysHowOldAFileMayBe() throws {
        var list = EpochList(count: 1, isComplete: true)
        #expect(list.least(of: keychain, device) == nil)
        list.set(3, of: keychain, device)
        #expect(list.least(of: keychain, device) == 3)
        #expect(list.has(3, of: keychain) && !list.has(4, of: keychain))
        // Two rotations: the keychain before them is never accepted again.
        let between = device.successor(of: keychain)
        let next = device.successor(of: between)
        list.set(5, of: next, device)
        #expect(list.entries.map(\.keychain) == [next])
        for old in [keychain, between] { #expect(list.least(of: old, device) == .max) }
        #expect(list.least(of: KeychainEntropy.system.bytes(16), device) == nil)
        // With a gap, only what follows from the list is new.
        list.isComplete = false
        #expect(list.least(of: KeychainEntropy.system.bytes(16), device) == .max)
        #expect(list.least(of: device.successor(of: next), device) == nil)
        #expect(list.least(of: next, device) == 5)
    }

    @Test func hasAnEnd() throws {
        var list = EpochList(count: 1, isComplete: true)
        // Without looking for rotations, which takes its time for so many.
        let other = DeviceKey(entropy: .system)
        for number in 0...EpochList.mostEntries {
            let name = withUnsafeBytes(of: number) { Array($0) } + [UInt8](repeating: 0, count: 8)
            list.add(Int64(number), of: name)
        }
        #expect(list.entries.count == EpochList.mostEntries)
        #expect(list.entries.first?.epoch == 1)
        let mac = try RollbackCounter.mac(other, [1])
        #expect(list.encoded(mac).count == EpochList.longest)
        #expect(read(list.encoded(mac), mac) == list)
    }
}
