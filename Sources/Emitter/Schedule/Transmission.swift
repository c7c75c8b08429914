/// The rules for the packets of one tenant, which combine lease, counts, state and schedule without I/O.
///
/// If the lease ends while the database is unavailable, the holder continues with the last state and its reserved counts, but stops when another
/// emitter sends a higher count (spec Decided 12). If another emitter takes the lease, the holder continues until that emitter sends, for at most one
/// term (spec Decided 26). A lost lease is never resumed.
package struct Transmission: Sendable {
    package typealias Instant = ContinuousClock.Instant

    private enum LeaseState: Sendable, Hashable {
        case silent
        /// This emitter holds the lease until `term`. After `term` the state of the lease is unknown.
        case holding(epoch: Int64, term: Instant)
        /// This emitter has given the lease back, and sends until a successor sends.
        case relinquished(epoch: Int64)
        /// This emitter has lost the lease to another, and sends until the other sends or until `end`.
        case superseded(epoch: Int64, end: Instant)
    }

    private var leaseState = LeaseState.silent
    private var counts = CountBlock(endingAt: 0)
    private var schedule: EmissionSchedule
    private var register = PositionRegister()
    private var messages = MessageRotation()

    package init(now: Instant) { schedule = EmissionSchedule(startingAt: now) }

    // MARK: The lease

    /// The epoch of the lease under which packets may be sent; `nil` if none may be sent.
    package var epoch: Int64? {
        switch leaseState {
        case .silent: nil
        case .holding(let epoch, _), .relinquished(let epoch), .superseded(let epoch, _): epoch
        }
    }

    /// The epoch of the held lease; `nil` if a new lease must be taken.
    package var lease: Int64? {
        if case .holding(let epoch, _) = leaseState { epoch } else { nil }
    }

    /// The number of counts that the next renewal should reserve; 0 if enough counts are left.
    package var countsWanted: Int32 { counts.wantsMore ? CountBlock.size : 0 }

    /// The last count that was used; before the first packet of a lease, the count before its block.
    package var lastCount: Int32 { counts.last }

    /// Records that a lease, valid until `term`, was taken. Packets use its counts from now on, and the first slot is `now`.
    package mutating func leaseTaken(_ grant: LeaseGrant, term: Instant, at now: Instant) {
        leaseState = .holding(epoch: grant.epoch, term: term)
        counts = CountBlock(endingAt: grant.reserved)
        schedule = EmissionSchedule(startingAt: now)
    }

    /// Records that the lease was renewed until `term`. Does nothing if that lease is no longer held.
    package mutating func renewed(_ grant: LeaseGrant, term: Instant) {
        guard case .holding(let epoch, _) = leaseState, epoch == grant.epoch else { return }
        leaseState = .holding(epoch: epoch, term: term)
        counts.extend(to: grant.reserved)
    }

    /// Records that the lease was given back, with no successor yet. This emitter sends until a successor sends.
    package mutating func relinquish() {
        if let epoch { leaseState = .relinquished(epoch: epoch) }
    }

    /// Records that another emitter has taken the lease. This emitter sends until the other does, at the latest until `end`.
    package mutating func superseded(until end: Instant) {
        switch leaseState {
        case .silent, .superseded: break
        case .holding(let epoch, _), .relinquished(let epoch): leaseState = .superseded(epoch: epoch, end: end)
        }
    }

    /// Records that the lease is lost and that no more packets may be sent.
    package mutating func leaseLost() { leaseState = .silent }

    /// Handles a datagram received from the emitter's own group, and returns whether the datagram has ended this lease. A higher count ends the
    /// lease, except while the held lease is valid, because it shows that a successor has reached the database.
    package mutating func received(_ datagram: [UInt8], at now: Instant) -> Bool {
        switch leaseState {
        case .silent: return false
        case .holding(_, let term) where now < term: return false
        case .holding, .relinquished, .superseded: break
        }
        guard let count = MeasurePacket.count(in: datagram), count > counts.last else { return false }
        leaseState = .silent
        return true
    }

    // MARK: The state

    /// The mark of a reading that begins now, for `show`.
    package var readingMark: PositionRegister.ReadingMark { register.readingMark }

    /// Updates the state from a reading that began at `mark`, and schedules the packets of a change.
    package mutating func show(_ state: LiveState, readSince mark: PositionRegister.ReadingMark, at now: Instant) {
        update(at: now) { $0.store(state, readSince: mark) }
        if messages.show(state.messages, at: now) { schedule.messageChanged(at: now) }
    }

    /// Updates the position from a newer notification, and schedules its packets. The caller reads the state afterwards.
    package mutating func notified(_ notice: PositionNotice, at now: Instant) {
        update(at: now) { $0.store(notice) }
    }

    private mutating func update(at now: Instant, _ store: (inout PositionRegister) -> Void) {
        let before = register
        store(&register)
        if register.position != before.position || register.showsPosition && !before.showsPosition {
            schedule.positionChanged(at: now)
        }
    }

    // MARK: The packets

    /// The time at which to call `packet` next; `nil` if this emitter may not send or there is no position.
    package var due: Instant? { epoch == nil || register.position == nil ? nil : schedule.due }

    /// Returns the datagram to send now; `nil` if none is due, if this emitter may not send, if there is no position, or if a measure packet is due
    /// but the position is not shown.
    package mutating func packet(at now: Instant) -> [UInt8]? {
        if case .superseded(_, let end) = leaseState, now >= end { leaseState = .silent }
        guard epoch != nil, let position = register.position else { return nil }
        switch schedule.turn(at: now, hasMessage: messages.hasMessage(at: now)) {
        case nil: return nil
        case .push: return messages.next(at: now)
        case .measure where !register.showsPosition: return nil
        case .measure: return MeasurePacket(name: position.name, measure: position.measure, count: counts.take()).bytes
        }
    }
}
