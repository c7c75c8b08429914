import Postgres
import Web

/// A message in the log: a sent message, which may have been withdrawn, or a scheduled message, which may have been cancelled.
struct MessageLogEntry: Sendable, Hashable {
    let id: AudienceMessage.ID
    /// The title of the concert.
    let concert: String
    /// The short name of the concert.
    let slug: String
    let title: String
    let body: String
    let style: AudienceMessage.Style
    let buttonText: String
    let url: String?
    /// The login of the author; `nil` for messages from consoles and for messages sent by older versions of the server.
    let author: String?
    let createdAt: Instant
    /// The end of a sent message. A scheduled message ends at `Schedule.endsAt` instead.
    let expiresAt: Instant
    /// The time of the withdrawal; `nil` for a sent message that was not withdrawn. For a scheduled message, the value has no
    /// meaning.
    let withdrawnAt: Instant?
    /// The schedule; `nil` for a message that was sent. At the scheduled time, a new message without a schedule is sent.
    let schedule: Schedule?

    /// The time, the validity and the cancellation of a scheduled message.
    struct Schedule: Sendable, Hashable {
        let startsAt: Instant
        /// The time from `startsAt` until the message expires, in milliseconds.
        let validity: Int64
        /// The time of the cancellation; `nil` if the message was not cancelled.
        let cancelledAt: Instant?

        var endsAt: Instant { Instant(milliseconds: startsAt.milliseconds + validity) }
    }

    /// The state of a message at one time.
    enum State: Sendable, Hashable {
        case scheduled
        case cancelled
        /// The scheduled message expired before it could be sent, usually because its concert was not on the air.
        case missed
        case shown
        case expired
        case withdrawn
    }

    /// The scheduled time, or otherwise the time of sending. The log is ordered by this time.
    var shownFrom: Instant { schedule?.startsAt ?? createdAt }

    /// Returns the state of the message at `now`.
    func state(at now: Instant) -> State {
        if let schedule {
            if schedule.cancelledAt != nil { return .cancelled }
            return now < schedule.endsAt ? .scheduled : .missed
        }
        if withdrawnAt != nil { return .withdrawn }
        return now < expiresAt ? .shown : .expired
    }
}

extension MessageLogEntry: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = AudienceMessage.ID(rawValue: try row("message_id"))
        concert = try row("concert")
        slug = try row("slug")
        title = try row("title")
        body = try row("body")
        style = try row.value("style")
        buttonText = try row("button_text")
        url = try row.optional("url")
        author = try row.optional("author")
        createdAt = Instant(milliseconds: try row("created_at_ms"))
        expiresAt = Instant(milliseconds: try row("expires_at_ms"))
        withdrawnAt = try row.optional("withdrawn_at_ms", as: Int64.self).map { Instant(milliseconds: $0) }
        if let startsAt = try row.optional("starts_at_ms", as: Int64.self) {
            schedule = Schedule(
                startsAt: Instant(milliseconds: startsAt), validity: try row("valid_ms", as: Int64.self),
                cancelledAt: try row.optional("settled_at_ms", as: Int64.self).map { Instant(milliseconds: $0) })
        } else {
            schedule = nil
        }
    }
}
