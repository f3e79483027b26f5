import Foundation
import Security
import Valet
#if canImport(UIKit)
import UIKit
#endif

/// A hall of lockers with things of one type.
public struct Hall<Thing: Codable> {
    private let attendant: Attendant

    public init(attendant: Attendant) { self.attendant = attendant }

    public func keep(_ thing: Thing, in locker: String) throws {
        let status = attendant.put(try JSONEncoder().encode(thing), in: locker)
        guard status == errSecSuccess else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: nil)
        }
    }

    public func fetch(_ locker: String) -> Thing? {
        attendant.bring(locker).flatMap { try? JSONDecoder().decode(Thing.self, from: $0) }
    }
}
