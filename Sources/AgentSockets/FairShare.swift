/// How much of a limited resource one user may take, so that something is left for users who have none.
///
/// The resources are the connections of an agent and the bytes of messages.
package struct FairShare: Sendable {
    /// How much there is for all.
    package let most: Int
    /// How much one user may take.
    ///
    /// If it is all, there is one user, and nothing is kept for others.
    package let mostOfUser: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - most: How much there is for all.
    ///   - mostOfUser: How much one user may take.
    package init(most: Int, mostOfUser: Int) { (self.most, self.mostOfUser) = (most, mostOfUser) }

    /// The part that is open to all users; the last quarter is for users who have nothing yet.
    private var common: Int { mostOfUser < most ? most - most / 4 : most }

    /// Whether a user may take more.
    ///
    /// - Parameters:
    ///   - count: How much more.
    ///   - own: What the user has.
    ///   - all: What all users have.
    /// - Returns: Whether there is so much for this user.
    package func allows(_ count: Int, own: Int, all: Int) -> Bool {
        count <= min(mostOfUser - own, (own == 0 ? most : common) - all)
    }
}
