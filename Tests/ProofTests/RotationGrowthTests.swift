import Foundation
import Testing

@testable import PortableKeychain

/// The cost of a rotation of many items.
///
/// `ROTATION_ITEMS=100000 swift test --filter
/// RotationGrowthTests` prints it for so many.
@Suite struct RotationGrowthTests {
    /// Only the pages of the file are in memory, no list of opened items.
    @Test func takesMemoryForTheFileOnly() throws {
        let wanted = ProcessInfo.processInfo.environment["ROTATION_ITEMS"].flatMap { Int($0) }
        let count = wanted ?? 2_000
        let bench = try Bench()
        let child = try Child(
            "rotateMany",
            bench.folder,
            journal: bench.journalPath("journal"),
            count
        )
        #expect(child.wait() == 0)
        let numbers = try bench.journal("journal").compactMap { Int($0) }
        try #require(numbers.count == 4, "\(numbers)")
        let (time, memory, before, file) = (numbers[0], numbers[1], numbers[2], numbers[3])
        print(
            """
            \(count) items, a file of \(file >> 20) MiB: \(time / 1000) ms, \(memory >> 20) MiB, \
            before it \(before >> 20) MiB
            """
        )
        #expect(memory - before < 2 * file + (32 << 20))
    }
}
