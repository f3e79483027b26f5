#if !canImport(Darwin)
    public import Foundation

    /// Lets Foundation copy the bytes of an object at once where it makes a `Data` of it.
    ///
    /// Foundation asks whether an object gives access to its bytes, and its own class does not say
    /// so: it then reads byte by byte, 700 instructions for each (swift-corelibs-foundation 6.3). An
    /// answer of 24 bytes took 20,000 instructions to become a `Data` of the caller.
    extension NSData: @retroactive ContiguousBytes {
        /// Calls a body with the bytes.
        public func withUnsafeBytes<R>(
            _ body: (UnsafeRawBufferPointer) throws -> R
        ) rethrows -> R {
            try body(UnsafeRawBufferPointer(start: length == 0 ? nil : bytes, count: length))
        }
    }
#endif
