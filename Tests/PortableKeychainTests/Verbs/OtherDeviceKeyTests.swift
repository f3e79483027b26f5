import Foundation
import KeychainTesting
import Testing

@testable import PortableKeychain

/// Several device keys in a folder: each keychain opens with the one that it names.
@Suite("A folder with several device keys")
struct OtherDeviceKeyTests {
    private let fixture = DeviceKeyFixture()

    @Test("leaves the other keychains as they are when one is recovered")
    func others() throws {
        let keys = try fixture.make(["one", "two"])
        let key = fixture.files["device.key"]
        try fixture.remove("device.key")
        try fixture.recover("one", try #require(keys["one"]), nil)
        #expect(fixture.files["device.key"] == nil)
        #expect(fixture.opens("one", nil) && !fixture.opens("two", nil))
        // The old key is found again in a backup.
        try fixture.put(key, "device.key")
        #expect(fixture.opens("one", nil) && fixture.opens("two", nil))
        // If it is available, a recovery brings the keychain back to it.
        try fixture.recover("one", try #require(keys["one"]), nil)
        #expect(fixture.opens("one", nil))
        for name in fixture.files.keys where name.hasPrefix("device-") { try fixture.remove(name) }
        #expect(fixture.opens("one", nil))
    }

    @Test("makes the folder's own key for the only keychain")
    func onlyKeychain() throws {
        let keys = try fixture.make(["one"])
        try fixture.remove("device.key")
        try fixture.recover("one", try #require(keys["one"]), nil)
        #expect(Array(fixture.files.keys) == ["device.key"])
        #expect(fixture.opens("one", nil))
    }

    @Test("opens although files of other keys are damaged, stale or named wrongly")
    func stale() throws {
        let keys = try fixture.make(["one", "two"])
        let own = fixture.files["device.key"]
        try fixture.remove("device.key")
        try fixture.recover("one", try #require(keys["one"]), nil)
        let name = try #require(fixture.files.keys.first { $0.hasPrefix("device-") })
        let recovered = fixture.files[name]
        for stale in [own, Data(count: 48), Data()] {
            try fixture.put(stale, "device.key")
            #expect(fixture.opens("one", nil))
        }
        // The name does not make a key the one that a keychain names.
        try fixture.put(own, name)
        #expect(!fixture.opens("one", nil))
        try fixture.put(recovered, name)
        #expect(fixture.opens("one", nil))
        // New keychains use a key that is there.
        try fixture.remove("device.key")
        _ = try Keychain.create(.named("three"), configuration: fixture.configuration(nil))
        #expect(Array(fixture.files.keys) == [name])
    }

    @Test("makes new keychains after a recovery, although the folder's own key is damaged")
    func damaged() throws {
        let key = try #require(try fixture.make(["one"])["one"])
        let own = try #require(fixture.files["device.key"])
        #expect(fixture.binding(nil).damage == nil)
        var flipped = own
        flipped[20] ^= 1
        for damaged in [Data(), own.prefix(40), flipped] {
            try fixture.put(damaged, "device.key")
            #expect(fixture.binding(nil).damage?.reason.contains("keychainctl recover") == true)
            let refused = fixture.code {
                _ = try Keychain.create(.named("two"), configuration: fixture.configuration(nil))
            }
            #expect(refused == .corrupt)
        }
        try fixture.recover("one", key, nil)
        _ = try Keychain.create(.named("two"), configuration: fixture.configuration(nil))
        _ = try Keychain.open(.named("two"), configuration: fixture.configuration(nil))
        #expect(fixture.opens("one", nil))
        #expect(fixture.files["device.key"] == flipped)
        // A backup of it takes nothing away.
        try fixture.put(own, "device.key")
        #expect(fixture.opens("one", nil))
        _ = try Keychain.open(.named("two"), configuration: fixture.configuration(nil))
    }

    @Test("has a copy of each device key for the recovery keys of each")
    func copies() throws {
        let keys = try fixture.make(["one", "two"])
        let binding = fixture.binding(nil)
        let first = try binding.makeRecoveryCopy()
        let firstFile = fixture.files["device.recovery"]
        try fixture.remove("device.key")
        try fixture.recover("one", try #require(keys["one"]), nil)
        #expect(!binding.hasRecoveryCopy)
        let second = try binding.makeRecoveryCopy()
        #expect(fixture.files["device.recovery"] == firstFile)
        #expect(binding.hasRecoveryCopy)
        // A later one of the same key takes the place of the earlier one.
        let third = try binding.makeRecoveryCopy()
        #expect(fixture.code { try binding.unbind(recovery: second) } == .authenticationFailed)
        #expect(fixture.code { try binding.unbind(recovery: third) } == .invalidParameter)
        try binding.unbind(recovery: first)
        #expect(fixture.opens("one", nil) && fixture.opens("two", nil))
    }
}
