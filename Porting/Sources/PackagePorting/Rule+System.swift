extension Rule {
    static let system = [
        Rule(
            words: ["OSSignposter", "OSSignpostID", "os_signpost", "os_activity_create"],
            advice: "Linux has no signposts. Put them behind '#if canImport(os)'.",
            example: "let signposter = OSSignposter()"
        ),
        Rule(
            words: [
                "OSAllocatedUnfairLock", "os_unfair_lock", "os_unfair_lock_s", "objc_sync_enter",
            ],
            advice: "Linux has no such lock. Use NSLock, or Mutex of the module Synchronization.",
            example: "objc_sync_enter(self)"
        ),
        Rule(
            prefixes: ["OSAtomic"],
            advice: "Linux has no such functions. Use Atomic of the module Synchronization.",
            example: "OSAtomicIncrement32(&count)"
        ),
        Rule(
            words: ["mach_absolute_time", "CACurrentMediaTime"],
            advice:
                "Linux has no such clock. Use ContinuousClock, or ProcessInfo.processInfo.systemUptime.",
            example: "let start = mach_absolute_time()"
        ),
        Rule(
            words: ["strlcpy", "strlcat"],
            advice: "Glibc before 2.38 has no strlcpy. Copy with String or memcpy.",
            example: "strlcpy(target, source, count)"
        ),
        Rule(
            words: [
                "kCCOptionECBMode", "kCCModeECB", "kCCModeCFB", "kCCAlgorithmDES",
                "kCCAlgorithm3DES", "kCCAlgorithmCAST", "kCCAlgorithmRC4", "kCCAlgorithmRC2",
                "kCCAlgorithmBlowfish", "CC_MD2", "CC_MD4", "CC_SHA224", "kCCHmacAlgSHA224",
                "kCCPRFHmacAlgSHA224",
            ],
            advice: """
                PortableCommonCrypto does not have what is broken: the compiler says what to use \
                instead.
                """,
            example: "let options = CCOptions(kCCOptionECBMode)"
        ),
    ]
}
