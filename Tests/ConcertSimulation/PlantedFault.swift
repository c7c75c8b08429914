/// A fault that a simulated concert contains on purpose, to show that the invariants find it.
public enum PlantedFault: String, Sendable, CaseIterable {
    /// A renewal does not compare the epoch.
    case lostFence
    /// Leases are granted and renewed without storing the counts that they reserve.
    case countNotReserved
    /// A stream resumes one revision too late.
    case resumeOffByOne
    /// A repeated request is not recognised by its key.
    case retryNotIdempotent
    /// An emitter takes a refused renewal for a granted one.
    case staleTermAccepted
    /// A server never polls, so a lost notification is a lost state.
    case notificationLostWithoutPoll
    /// An operator can undo another operator's step.
    case undoOfAnothersStep
    /// The follower's losses of the lead are forgotten.
    case arbiterFlaps
    /// Packets are sent only after a change.
    case heartbeatMissing
    /// The repeats of a change contain the state before it.
    case oldStateInRepeat
    /// A fail-over restores an older row of the lease.
    case countReusedAfterFailOver
    /// A fail-over loses the commits of the last second.
    case failOverLosesCommits
    /// A server answers a step before the commit.
    case acknowledgedBeforeCommit
    /// Programs move a held concert.
    case heldConcertMoves
    /// A phone accepts a packet with a lower count.
    case phoneAcceptsOldCount
    /// An emitter takes every reading for newer than the notifications that arrived while it was read.
    case olderReadingWins
    /// An emitter sends the position in a notification about another tenant's concert.
    case noticeOfAnotherConcert
    /// A server does not raise the revision after a fail-over that has lost moves.
    case lostRevisionReused
}
