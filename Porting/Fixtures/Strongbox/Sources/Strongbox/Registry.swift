#if canImport(Security)
import Foundation

/// The boxes that are in use, so that each name has one.
public final class Registry {
    public static let shared = Registry()
    private let lock = NSLock()
    private let boxes = NSMapTable<NSString, Strongbox>.strongToWeakObjects()

    public func box(named name: String) -> Strongbox {
        lock.lock()
        defer { lock.unlock() }
        if let box = boxes.object(forKey: name as NSString) { return box }
        let box = Strongbox(name: name)
        boxes.setObject(box, forKey: name as NSString)
        return box
    }
}
#endif
