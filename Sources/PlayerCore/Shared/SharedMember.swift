/// A listener in a shared session.
public struct SharedMember: Sendable, Hashable, Identifiable {
    public let id: ID
    /// The name that the listener chose for this session.
    public internal(set) var name: String
    public let joinedAt: PlayerTime
    /// The time at which the member last sent a request or a report, or was recorded as having an open event stream.
    public internal(set) var seenAt: PlayerTime
    /// Whether a device of the member plays the session or tries to.
    public internal(set) var isListening: Bool
    /// The last attempt for which a device of the member was ready; 0 if there is none.
    public internal(set) var readyAttempt: Int
    /// The last attempt that failed for this member; 0 if there is none, or if a device has become ready for it since.
    public internal(set) var failedAttempt: Int
    /// The reason for the last failure; `nil` if no attempt has failed.
    public internal(set) var failure: PlayerError.Code?
    /// Whether the member votes to skip the current item.
    public internal(set) var hasVoted: Bool
    /// The last measurement of a device of the member; `nil` before the first and after the devices stopped playing.
    public internal(set) var step: SharedOffset?

    /// The identifier of a member, which does not reveal the account.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// Creates a member. `seenAt` is `joinedAt` for a new member.
    public init(
        id: ID, name: String, joinedAt: PlayerTime, seenAt: PlayerTime, isListening: Bool = false,
        readyAttempt: Int = 0, failedAttempt: Int = 0, failure: PlayerError.Code? = nil, hasVoted: Bool = false,
        step: SharedOffset? = nil
    ) {
        (self.id, self.name, self.joinedAt, self.seenAt) = (id, name, joinedAt, seenAt)
        (self.isListening, self.readyAttempt, self.failedAttempt) = (isListening, readyAttempt, failedAttempt)
        (self.failure, self.hasVoted, self.step) = (failure, hasVoted, step)
    }

    /// Returns the member with another name.
    public func named(_ name: String) -> Self {
        var member = self
        member.name = name
        return member
    }

    /// Returns whether the member was seen within `SharedSession.presenceLimitMs`.
    public func isPresent(at now: PlayerTime) -> Bool {
        now.milliseconds(since: seenAt) <= SharedSession.presenceLimitMs
    }
}

/// A device's measurement of its difference from a shared session.
public struct SharedOffset: Sendable, Hashable {
    /// The position of the device minus the position of the session, in microseconds.
    public let differenceUs: Int64
    /// The greatest error of the device's estimate of the server's clock, in microseconds: half of the round trip.
    public let errorBoundUs: Int64

    public init(differenceUs: Int64, errorBoundUs: Int64) {
        (self.differenceUs, self.errorBoundUs) = (differenceUs, errorBoundUs)
    }
}
