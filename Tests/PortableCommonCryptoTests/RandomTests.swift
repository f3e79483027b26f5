import PortableCommonCrypto
import Testing

/// Random bytes.
@Suite struct RandomTests {
    @Test func fillsAllOfTheRoom() {
        var seen = Set<[UInt8]>()
        // A byte is 0 in one of 256 tries: no place of 8 is 0 in all of 16.
        var touched = [UInt8](repeating: 0, count: 8)
        for _ in 0..<16 {
            var room = [UInt8](repeating: 0, count: 9)
            #expect(CCRandomGenerateBytes(&room, 8) == Int32(kCCSuccess))
            #expect(room[8] == 0)
            for place in touched.indices { touched[place] |= room[place] }
            seen.insert(room)
        }
        #expect(seen.count == 16 && !touched.contains(0))
    }

    @Test func takesNoRoomForNothing() {
        #expect(CCRandomGenerateBytes(nil, 0) == Int32(kCCSuccess))
        #expect(CCRandomGenerateBytes(nil, 1) == Int32(kCCParamError))
        var room: [UInt8] = [7]
        #expect(CCRandomGenerateBytes(&room, -1) == Int32(kCCParamError) && room == [7])
    }
}
