/// Which changes of the arbiter are written, and which are announced.
extension LiveArbiter {
    /// Returns whether this arbiter must be stored in place of an earlier one.
    package func mustReplace(_ stored: LiveArbiter) -> Bool {
        isNotable(after: stored) || follower.mustReplace(stored.follower)
    }

    /// Returns whether operators and other servers must learn of this arbiter at once. A mere reading is not notable.
    package func isNotable(after stored: LiveArbiter) -> Bool {
        var same = stored
        same.follower = follower
        return same != self || follower.isLost != stored.follower.isLost
            || (follower.unusableSince == nil) != (stored.follower.unusableSince == nil)
    }
}
