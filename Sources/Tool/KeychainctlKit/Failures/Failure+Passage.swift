package import PortableKeychain

extension Failure {
    /// Carries errors of all kinds through work that throws those of keychains alone.
    package final class Passage {
        private var other: (any Error)?

        private init() {}

        /// Calls work that may throw errors of all kinds within ``callAsFunction(_:)``.
        ///
        /// - Parameter work: Throws only errors of keychains.
        /// - Returns: The result of the work.
        /// - Throws: Its error, or the one of another kind that ended it.
        package static func through<R>(
            _ work: (Passage) throws(KeychainError) -> R
        ) throws -> R {
            let passage = Passage()
            do throws(KeychainError) { return try work(passage) } catch {
                throw passage.other ?? error
            }
        }

        /// Calls a body; an error of another kind ends the work as an error of a keychain.
        package func callAsFunction<R>(_ body: () throws -> R) throws(KeychainError) -> R {
            // The work may try again what has failed.
            other = nil
            do { return try body() } catch let error as KeychainError { throw error } catch {
                other = error
                throw KeychainError(.internalError)
            }
        }
    }
}
