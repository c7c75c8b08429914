import Web

/// A state machine that decides which source may move the live position: a person, the follower or the automatic advance, in this order of priority
/// (spec T3, T4, T5, N26, N34; decision 0066).
///
/// A pure value without a clock: functions take the time in milliseconds of the database's clock. The value is stored in the row of the live concert
/// and changes in one transaction with the move, so that all servers decide alike. An *ordinal* is the number of a measure in the whole programme,
/// from 1.
///
/// - A person's move or take-over counts at once. From then on no program leads until a person allows the follower or starts the advance.
/// - The follower leads only if a person has allowed it, and after continuous sure readings near the position (`Limit`).
/// - The follower loses the lead if its readings are missing or cannot be used for some seconds. After each loss, it must be sure for twice as long,
///   so that the lead does not change back and forth.
/// - The automatic advance leads while it runs and the follower does not lead.
public struct LiveArbiter: Sendable, Hashable, Codable {
    /// The source that moves the position.
    public enum Leader: String, Sendable, Hashable, Codable, CaseIterable {
        case person, follower, auto
    }

    /// The person who holds the position.
    public struct Holder: Sendable, Hashable, Codable {
        public let userID: Int64
        public let login: String

        public init(userID: Int64, login: String) {
            self.userID = userID
            self.login = login
        }
    }

    public private(set) var leader = Leader.person
    /// The person who last moved the position or took over, or to whom an operator has handed it over; `nil` if there is none or the person has no
    /// account, as at a console. Moves of programs do not change the holder.
    public private(set) var holder: Holder?
    /// Whether a person has taken over explicitly, and has neither let the follower lead nor started the automatic advance since then. No program
    /// may move the position then.
    public private(set) var isTakenOver = false
    /// Whether a person has allowed the follower to lead, and no person has moved the position or taken over since then.
    public private(set) var isFollowerAllowed = false
    public internal(set) var follower = FollowerRecord()
    /// The automatic advance; `nil` if it was never started or has been ended.
    public internal(set) var advance: AutoAdvance?

    /// Creates the arbiter of a concert that has just gone on the air.
    public init() {}

    /// The limits that decide whether the follower may lead and move the position.
    enum Limit {
        /// The lowest confidence of a sure reading, from 0 to 1.
        static let sure = 0.7
        /// The lowest confidence with which the leading follower moves the position.
        static let usable = 0.4
        /// The time for which a follower must be sure before it leads, in milliseconds; doubled after each loss, up to `longestProbation`.
        static let probation: Int64 = 3_000
        static let longestProbation: Int64 = 30_000
        /// The time for which readings may be unusable before the lead is lost, in milliseconds.
        static let doubt: Int64 = 4_000
        /// The time without a reading after which the lead is lost, in milliseconds.
        static let silence: Int64 = 3_000
        /// The longest pause between two readings that count as continuous, in milliseconds.
        static let pause: Int64 = 2_000
        /// The allowed distances, in measures, from one reading to the next, and from the position to a reading that may move it.
        static let reach = -2...8
        /// The distances from the position, in measures, at which a follower may begin to lead.
        static let entry = -8...16
    }
}

// MARK: - Persons

extension LiveArbiter {
    /// Records that a person has moved the position: the person leads and becomes the holder, the follower is no longer allowed to lead, and the
    /// automatic advance pauses. `nil` is a person without an account, and leaves no holder.
    package mutating func personMoved(_ person: Holder?) {
        lead(by: person)
    }

    /// Gives the lead to a person who takes over explicitly, with the effects of `personMoved`. `nil` is a person without an account. Every program
    /// is then refused, until a person allows the follower or starts the automatic advance.
    package mutating func takeOver(by person: Holder?) {
        lead(by: person)
        isTakenOver = true
    }

    private mutating func lead(by person: Holder?) {
        leader = .person
        holder = person
        isFollowerAllowed = false
        follower.forget()
        advance?.isRunning = false
    }

    /// Names another person as the holder, for a hand-over between two operators. The lead does not change.
    mutating func handOver(to person: Holder) { holder = person }

    /// Lets the follower lead as soon as its readings are sure, and ends a take-over. Earlier losses no longer count.
    package mutating func allowFollower() {
        isTakenOver = false
        isFollowerAllowed = true
        follower.forget()
    }

    /// Starts or continues the automatic advance, which leads unless the follower leads. A take-over ends.
    package mutating func start(_ advance: AutoAdvance) {
        isTakenOver = false
        self.advance = advance
        if leader == .person { leader = .auto }
    }

    /// Pauses the automatic advance and keeps its tempo. If the advance led, a person leads.
    package mutating func pauseAdvance() {
        advance?.isRunning = false
        if leader == .auto { leader = .person }
    }

    /// Ends the automatic advance and removes its tempo. If the advance led, a person leads.
    mutating func endAdvance() {
        pauseAdvance()
        advance = nil
    }

    /// Returns whether this source may move the position without a reading. A person or a console always may; an automatic source may while it
    /// leads, or while a person leads who has not taken over.
    package func admits(_ source: LiveSource) -> Bool {
        guard source.isAutomatic else { return true }
        switch leader {
        case .person: return !isTakenOver
        case .follower: return source == .follower
        case .auto: return source == .auto
        }
    }
}

// MARK: - Programs

extension LiveArbiter {
    /// Takes a reading of the follower, which may gain or lose the lead. Returns the ordinal to move to, or `nil` if nothing moves.
    ///
    /// - Parameters:
    ///   - current: The ordinal on the air.
    ///   - isMovable: Whether programs may move the concert in its present state.
    package mutating func read(
        ordinal: Int, confidence: Double, current: Int, isMovable: Bool, at now: Int64
    ) -> Int? {
        settle(at: now)
        let distance = ordinal - current
        let isSure = confidence >= Limit.sure && Limit.entry.contains(distance)
        follower.note(ordinal: ordinal, confidence: confidence, isSure: isSure, at: now)
        // While programs may not move the concert, unusable readings do not count against the follower.
        guard isMovable else {
            follower.unusableSince = nil
            return nil
        }
        if leader == .follower {
            guard confidence >= Limit.usable, Limit.reach.contains(distance) else {
                let since = follower.unusableSince ?? now
                follower.unusableSince = since
                if now - since >= Limit.doubt { loseFollower() }
                return nil
            }
            follower.unusableSince = nil
            return distance == 0 ? nil : ordinal
        }
        guard isFollowerAllowed, let since = follower.sureSince, now - since >= follower.probation else { return nil }
        leader = .follower
        follower.isLost = false
        follower.unusableSince = nil
        return distance == 0 ? nil : ordinal
    }

    /// Applies the effect of time alone: a leading follower without a reading for more than `Limit.silence` loses the lead.
    package mutating func settle(at now: Int64) {
        if leader == .follower, let last = follower.readAt, now - last > Limit.silence { loseFollower() }
    }

    /// Returns the arbiter as it is after `settle(at:)`.
    package func settled(at now: Int64) -> LiveArbiter {
        var arbiter = self
        arbiter.settle(at: now)
        return arbiter
    }

    private mutating func loseFollower() {
        follower.lose()
        leader = advance?.isRunning ?? false ? .auto : .person
    }

    /// Returns the step of the automatic advance that is due; `nil` if none is due, the advance does not lead, or programs may not move the concert.
    /// `current` is the ordinal on the air, with the revision and time at which it was reached.
    package mutating func tick(
        _ current: AutoAdvance.Start, in timeline: ReferenceTimeline, isMovable: Bool, at now: Int64
    ) -> AutoAdvance.Step? {
        settle(at: now)
        guard leader == .auto, isMovable, var running = advance, running.isRunning else { return nil }
        let step = running.step(from: current, in: timeline, at: now)
        if step != nil { advance = running }
        return step
    }
}
