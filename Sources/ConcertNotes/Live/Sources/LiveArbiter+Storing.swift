/// The rules that decide which changes of the arbiter are stored and which are announced.
extension LiveArbiter {
    /// Returns whether this arbiter must be stored in place of an earlier one. A new reading that changes nothing else is stored at most every half
    /// second.
    package func mustReplace(_ stored: LiveArbiter) -> Bool {
        isNotable(after: stored) || follower.mustReplace(stored.follower)
    }

    /// Returns whether this arbiter must be announced to operators and other servers at once. A new reading alone is not announced.
    package func isNotable(after stored: LiveArbiter) -> Bool {
        var same = stored
        same.follower = follower
        return same != self || follower.isLost != stored.follower.isLost
            || (follower.unusableSince == nil) != (stored.follower.unusableSince == nil)
    }
}
