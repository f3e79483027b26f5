extension Rule {
    static let foundation = [
        Rule(
            words: ["#selector", "#keyPath"],
            advice:
                "Linux has no selectors. Use a closure, or put it behind '#if canImport(ObjectiveC)'.",
            example: "center.addObserver(self, selector: #selector(lock), name: name, object: nil)"
        ),
        Rule(
            words: ["NSError"],
            advice: "Linux has no empty error. Write 'NSError(domain: \"\", code: 0)'.",
            example: "throw NSError()"
        ) { $0.contains("NSError", "(", ")") },
        Rule(
            words: ["catch"],
            advice: """
                On Linux this catches an NSError alone. The compiler takes it for all errors, so that a Swift \
                error ends the program where nothing passes it on. Write 'catch { let error = error as NSError'.
                """,
            example: "} catch let error as NSError {"
        ) { $0.contains("as", "NSError", "{") },
        Rule(
            words: ["NSMapTable", "NSHashTable", "NSPointerArray"],
            advice: """
                Foundation on Linux has no collections of weak references. Keep a dictionary or an array \
                of 'struct Weak<Value: AnyObject> { weak var value: Value? }'.
                """,
            example: "let valets = NSMapTable<NSString, Valet>.strongToWeakObjects()"
        ),
        Rule(
            words: [
                "NSException", "NSFileCoordinator", "NSInvocation", "NSProxy", "NSXPCConnection",
            ],
            advice:
                "Foundation on Linux has no such class. Put it behind '#if canImport(ObjectiveC)'.",
            example: "NSException(name: name, reason: nil).raise()"
        ),
        Rule(
            words: ["NSUbiquitousKeyValueStore"],
            advice:
                "Linux has no iCloud. Put it behind '#if canImport(ObjectiveC)', or keep the values elsewhere.",
            example: "let store = NSUbiquitousKeyValueStore.default"
        ),
        Rule(
            words: ["objc_setAssociatedObject", "objc_getAssociatedObject"],
            advice:
                "Linux has no associated objects. Use a stored property, or put it behind '#if canImport(ObjectiveC)'.",
            example: "objc_setAssociatedObject(self, &key, value, .OBJC_ASSOCIATION_RETAIN)"
        ),
    ]
}
