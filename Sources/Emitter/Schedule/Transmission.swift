/// What one tenant's emitter sends: the rules of lease, count, state and schedule together, without any I/O.
///
/// Spec Decided 12: within its term the holder sends. Past it, the database being away, it goes on with the
/// last state, counting within its reserve, but gives way for good to anyone who sends a higher count. A holder that sees
/// its lease taken goes on until the first packet of its successor, at most for one term, so that no phone waits for a
/// successor that is slow to begin (spec Decided 26). A lease that is lost is never picked up again: a new one begins
/// with counts of its own.
struct Transmission: Sendable {
    typealias Instant = ContinuousClock.Instant

    private enum Standing: Sendable, Hashable {
        /// Another may be sending: silence.
        case silent
        /// The lease is held, and past `term` nobody knows.
        case holding(epoch: Int64, term: Instant)
        /// Given up, to be sent for until a successor is heard.
        case relinquished(epoch: Int64)
        /// Taken by another, to be sent for until that one is heard, and not beyond `end`.
        case superseded(epoch: Int64, end: Instant)
    }

    private var standing = Standing.silent
    private var counts = CountBlock(endingAt: 0)
    private var schedule: EmissionSchedule
    private var position: LivePosition?
    private var showsPosition = true
    private var messages = MessageRotation()

    init(now: Instant) { schedule = EmissionSchedule(startingAt: now) }

    // MARK: The lease

    /// The epoch under which packets go out, or `nil` in silence.
    var epoch: Int64? {
        switch standing {
        case .silent: nil
        case .holding(let epoch, _), .relinquished(let epoch), .superseded(let epoch, _): epoch
        }
    }

    /// The epoch of the lease that is held and can be renewed; `nil` when another must be taken.
    var lease: Int64? {
        if case .holding(let epoch, _) = standing { epoch } else { nil }
    }

    /// How many counts the next renewal should reserve.
    var countsWanted: Int32 { counts.wantsMore ? CountBlock.size : 0 }

    /// The last count that was sent.
    var lastCount: Int32 { counts.last }

    /// A lease was taken, good until `term`.
    mutating func took(_ grant: LeaseGrant, term: Instant, at now: Instant) {
        standing = .holding(epoch: grant.epoch, term: term)
        counts = CountBlock(endingAt: grant.reserved)
        schedule = EmissionSchedule(startingAt: now)
    }

    /// The lease of this epoch was renewed until `term`, with everything reserved up to `reserved`.
    mutating func renewed(_ grant: LeaseGrant, term: Instant) {
        guard case .holding(let epoch, _) = standing, epoch == grant.epoch else { return }
        standing = .holding(epoch: epoch, term: term)
        counts.extend(to: grant.reserved)
    }

    /// The lease is given back while there is nobody to take it yet.
    mutating func relinquish() {
        if let epoch { standing = .relinquished(epoch: epoch) }
    }

    /// The lease was taken by another, who may not have begun to send.
    mutating func superseded(until end: Instant) {
        switch standing {
        case .silent, .superseded: break
        case .holding(let epoch, _), .relinquished(let epoch): standing = .superseded(epoch: epoch, end: end)
        }
    }

    /// Nothing more goes out under this lease.
    mutating func lost() { standing = .silent }

    /// A datagram of the own group has come in.
    ///
    /// Within the term it means nothing, whoever sent it: the lease row says that nobody else may. Past the term,
    /// a count above all of ours is a successor's, who had the database when we had not.
    ///
    /// - Returns: whether it is the end of this lease.
    mutating func heard(_ datagram: [UInt8], at now: Instant) -> Bool {
        switch standing {
        case .silent: return false
        case .holding(_, let term) where now < term: return false
        case .holding, .relinquished, .superseded: break
        }
        guard let count = MeasurePacket.count(in: datagram), count > counts.last else { return false }
        standing = .silent
        return true
    }

    // MARK: The state

    /// The state was read: a change is sent at once.
    mutating func show(_ state: LiveState, at now: Instant) {
        // A position that was hidden is news as well.
        if state.position != position || state.showsPosition && !showsPosition {
            position = state.position
            schedule.positionChanged(at: now)
        }
        showsPosition = state.showsPosition
        if messages.show(state.messages, at: now) { schedule.messageChanged(at: now) }
    }

    // MARK: The packets

    /// When a packet is due, or `nil` while there is nothing to send.
    var due: Instant? { epoch == nil || position == nil ? nil : schedule.due }

    /// The datagram to send now, or `nil` when there is none.
    mutating func packet(at now: Instant) -> [UInt8]? {
        if case .superseded(_, let end) = standing, now >= end { standing = .silent }
        guard epoch != nil, let position else { return nil }
        switch schedule.turn(at: now, hasMessage: messages.hasMessage(at: now)) {
        case nil: return nil
        case .push: return messages.next(at: now)
        case .measure where !showsPosition: return nil
        case .measure: return MeasurePacket(name: position.name, measure: position.measure, count: counts.take()).bytes
        }
    }
}
