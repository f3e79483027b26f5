/// A limit on one user's part of a limited resource, so that something is left for users that have
/// none.
///
/// The resources are the connections of an agent and the bytes of messages.
package struct FairShare: Sendable {
    /// The amount for all users.
    package let most: Int
    /// The amount that one user may take.
    ///
    /// If it is all, there is one user, and nothing is kept for others.
    package let mostOfUser: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - most: The amount for all users.
    ///   - mostOfUser: The amount that one user may take.
    package init(most: Int, mostOfUser: Int) { (self.most, self.mostOfUser) = (most, mostOfUser) }

    /// The part that is open to all users; the last quarter is for users who have nothing yet.
    private var common: Int { mostOfUser < most ? most - most / 4 : most }

    /// Whether a user may take more.
    ///
    /// - Parameters:
    ///   - count: The additional amount.
    ///   - own: The amount that the user has.
    ///   - all: The amount that all users have.
    /// - Returns: Whether there is so much for this user.
    package func allows(_ count: Int, own: Int, all: Int) -> Bool {
        count <= min(mostOfUser - own, (own == 0 ? most : common) - all)
    }
}
