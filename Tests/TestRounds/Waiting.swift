import Foundation

/// Waits until a condition is true: for at most two minutes, because a machine that builds something
/// meanwhile is slow.
///
/// - Parameter condition: The condition, which is asked every 10 ms until it is true.
/// - Returns: Whether it became true.
@discardableResult
package func waits(until condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while true {
        if try condition() { return true }
        guard ContinuousClock.now < end else { return false }
        usleep(10_000)
    }
}
