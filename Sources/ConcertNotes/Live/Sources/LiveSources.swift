import Web

/// The state of the sources of the position, for operators and programs: the JSON of `getLiveSources`.
public struct LiveSources: Sendable, Hashable, Encodable {
    /// The source that moves the position.
    public let leader: LiveArbiter.Leader
    /// The login of the person who holds the position (`LiveArbiter.holder`); `nil` if there is none or the person has no account.
    public let holder: String?
    /// Whether a person has taken over explicitly, so that every program is refused.
    public let isTakenOver: Bool
    public let isFollowerAllowed: Bool
    public let follower: Follower
    public let autoAdvance: Advance
    /// The problem and its remedy, in sentences for the operator; `nil` without a problem.
    public let warning: String?
    public let revision: Int64
    /// A number that increases with each stored change of the sources and with each move.
    public let version: Int64

    /// The follower: its state and its newest reading, whose members are `nil` before the first reading.
    public struct Follower: Sendable, Hashable, Encodable {
        /// The state of the follower.
        public enum State: String, Sendable, Hashable, Encodable, CaseIterable {
            /// No reading has arrived in this concert.
            case absent
            /// Readings arrive, but no person has allowed the follower to lead.
            case listening
            /// The follower may lead, but its readings have not been sure for the required time, or the concert is neither running nor in a blackout.
            case waiting
            case leading
            /// The follower leads, and its last readings could not be used.
            case unsure
            /// The follower has lost the lead, because its readings stopped or could not be used.
            case lost
            /// No reading has arrived for longer than `LiveArbiter.Limit.silence`.
            case silent
        }

        public let state: State
        /// The confidence of the newest reading, from 0 to 1.
        public let confidence: Double?
        /// The name of the piece of the newest reading; `nil` if the programme no longer has the measure.
        public let piece: String?
        /// The measure of the newest reading, as heard; `nil` if the programme no longer has it.
        public let measure: Int?
        /// The time since the newest reading, in milliseconds.
        public let readingAgeMs: Int64?
    }

    /// The automatic advance: its state and its tempo.
    public struct Advance: Sendable, Hashable, Encodable {
        /// The state of the automatic advance.
        public enum State: String, Sendable, Hashable, Encodable, CaseIterable {
            case off, running, paused
            /// The advance runs and waits, because the last measure of the piece has begun.
            case atEnd
        }

        public let state: State
        /// The tempo relative to the reference recording; `nil` while the advance is off.
        public let tempo: Double?
    }

    init(_ snapshot: LiveSnapshot, _ moment: LiveMoment) {
        let arbiter = snapshot.arbiter.settled(at: moment.now)
        leader = arbiter.leader
        holder = arbiter.holder?.login
        isTakenOver = arbiter.isTakenOver
        isFollowerAllowed = arbiter.isFollowerAllowed
        revision = snapshot.revision
        version = snapshot.arbiterVersion
        follower = Follower(arbiter, moment)
        autoAdvance = Advance(arbiter.advance, moment)
        warning = Self.warning(follower, arbiter)
    }

    private static func warning(_ follower: Follower, _ arbiter: LiveArbiter) -> String? {
        switch follower.state {
        case .lost where arbiter.leader == .auto:
            "The follower has lost its place in the music. The automatic advance leads: compare the measure with what you hear."
        case .lost:
            "The follower has lost its place in the music, and the position no longer advances. Press Next at each measure, or go to the measure you hear."
        case .unsure:
            "The follower is unsure and does not move the position. Be ready to take over."
        default: nil
        }
    }
}

extension LiveSources.Follower {
    fileprivate init(_ arbiter: LiveArbiter, _ moment: LiveMoment) {
        let record = arbiter.follower
        let position = record.ordinal.flatMap(moment.timeline.position(of:))
        piece = position.map { moment.program.pieces[$0.piece].name }
        measure = position?.measure
        confidence = record.readAt == nil ? nil : record.confidence
        readingAgeMs = record.readAt.map { max(0, moment.now - $0) }
        if record.isLost {
            state = .lost
        } else if let age = readingAgeMs, age > LiveArbiter.Limit.silence {
            state = .silent
        } else if readingAgeMs == nil {
            state = .absent
        } else if arbiter.leader == .follower {
            state = record.unusableSince == nil ? .leading : .unsure
        } else {
            state = arbiter.isFollowerAllowed ? .waiting : .listening
        }
    }
}

extension LiveSources.Advance {
    fileprivate init(_ advance: AutoAdvance?, _ moment: LiveMoment) {
        tempo = advance.map { ($0.tempo * 1000).rounded() / 1000 }
        guard let advance else {
            state = .off
            return
        }
        state =
            !advance.isRunning ? .paused : moment.timeline.next(after: moment.ordinal) == nil ? .atEnd : .running
    }
}
