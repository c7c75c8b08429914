import Web

/// The rule that decides a requested move from one reading of the row of the live concert, without I/O (spec N26, N34, O3.1).
package enum LiveMoveRule {
    /// The result of a request for a move.
    package enum Decision: Sendable {
        /// Nothing is written: the move would keep the position, the state, the source and the leader, and the request has no idempotency key.
        case unchanged
        /// The move is written if the row has not changed since the reading.
        case write(LiveStore.Move)
    }

    /// Decides a move to `target` from the position on the air, which is at `programPosition`, with the reading `current` of the row. A person's
    /// move to another piece or measure gives the lead to this person. `key` is recorded with the move. Throws `APIError` 409 if the arbiter does
    /// not admit a move by this source.
    package static func decision(
        to target: LiveStore.MoveTarget, from programPosition: ProgramPosition, of position: LivePosition,
        in program: LiveProgram,
        at current: LiveSnapshot, by attribution: LiveAttribution, key: String
    ) throws(APIError) -> Decision {
        var arbiter = current.arbiter.settled(at: current.readAt)
        guard arbiter.admits(attribution.source) else { throw .notLeading }
        if !attribution.source.isAutomatic, target.programPosition != programPosition {
            arbiter.personMoved(attribution.holder)
        }
        // With a client's key the move is recorded even if it changes nothing, so that a later repeat finds it.
        if attribution.idempotencyKey == nil, arbiter.leader == current.arbiter.leader,
            target.isAlready(position, at: programPosition, by: attribution.source)
        {
            return .unchanged
        }
        return .write(
            LiveStore.Move(
                target: target, program: program, from: current.revision, fromTime: position.at,
                attribution: attribution, key: key, arbiter: arbiter, arbiterVersion: current.arbiterVersion,
                delayMs: attribution.delayMs))
    }
}
