extension Rule {
    static let system = [
        Rule(
            words: ["Logger", "os_log", "OSLog", "OSSignposter"],
            modules: ["os", "OSLog"],
            advice: """
                The unified log exists on Apple's systems only. Put it behind '#if canImport(os)', or use \
                swift-log, whose Logger is another type.
                """,
            example: "import os\nlet logger = Logger(subsystem: name, category: name)"
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
            prefixes: [
                "CC_", "CCHmac", "CCCrypt", "CCKeyDerivationPBKDF", "kCCHmac", "kCCAlgorithm",
            ],
            advice: """
                Linux has no CommonCrypto. Import PortableCommonCrypto, a product of PortableKeychain, \
                with digests, HMAC, PBKDF2, AES and random bytes; or use swift-crypto.
                """,
            example: "CC_SHA256(bytes, count, &digest)"
        ),
    ]
}
