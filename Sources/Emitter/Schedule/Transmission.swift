/// What one tenant's emitter sends: the rules of lease, count, state and schedule together, without any I/O.
///
/// Contract, Decided 12: within its term the holder sends. Past it, the database being away, it goes on with the
/// last state, counting within its reserve, but gives way for good to anyone who sends a higher count. A lease
/// that is lost is never picked up again: a new one begins with counts of its own.
struct Transmission: Sendable {
    typealias Instant = ContinuousClock.Instant

    private enum Standing: Sendable, Hashable {
        /// Another may be sending: silence.
        case silent
        /// The lease is held, and past `term` nobody knows.
        case holding(epoch: Int64, term: Instant)
        /// Given up, to be sent for until a successor is heard.
        case relinquished(epoch: Int64)
    }

    private var standing = Standing.silent
    private var counts = CountBlock(endingAt: 0)
    private var schedule: EmissionSchedule
    private var position: LivePosition?
    private var message: (id: Int64, bytes: [UInt8], end: Instant)?

    init(now: Instant) { schedule = EmissionSchedule(startingAt: now) }

    // MARK: The lease

    /// The epoch under which packets go out, or `nil` in silence.
    var epoch: Int64? {
        switch standing {
        case .silent: nil
        case .holding(let epoch, _), .relinquished(let epoch): epoch
        }
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

    /// The lease is another's.
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
        case .holding, .relinquished: break
        }
        guard let count = MeasurePacket.count(in: datagram), count > counts.last else { return false }
        standing = .silent
        return true
    }

    // MARK: The state

    /// The state was read: a change is sent at once.
    mutating func show(_ state: LiveState, at now: Instant) {
        if state.position != position {
            position = state.position
            schedule.positionChanged(at: now)
        }
        guard let newest = state.message else {
            message = nil
            return
        }
        // Each reading measures the rest of the validity anew, so a message that was ended early ends.
        let isNew = newest.id != message?.id
        message = (newest.id, newest.packet.bytes, now + newest.validity)
        if isNew, newest.validity > .zero { schedule.messageChanged(at: now) }
    }

    // MARK: The packets

    /// When a packet is due, or `nil` while there is nothing to send.
    var due: Instant? { epoch == nil || position == nil ? nil : schedule.due }

    /// The datagram to send now, or `nil` when there is none.
    mutating func packet(at now: Instant) -> [UInt8]? {
        guard epoch != nil, let position else { return nil }
        let valid = message.flatMap { now < $0.end ? $0.bytes : nil }
        switch schedule.turn(at: now, hasMessage: valid != nil) {
        case nil: return nil
        case .push: return valid
        case .measure: return MeasurePacket(name: position.name, measure: position.measure, count: counts.take()).bytes
        }
    }
}
