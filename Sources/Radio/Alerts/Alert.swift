import Web

/// A broadcast on which a listener has an alert, set either on the broadcast or on its show.
public struct AlertedAiring: Sendable, Hashable {
    public let id: Airing.ID
    public let show: Show.ID
    public let showTitle: String
    public let episode: Episode.ID?
    public let channel: Channel.ID
    public let channelName: String
    /// The title of the broadcast, or else of the episode, or else of the show.
    public let title: String
    /// The currently scheduled start. An alert follows its broadcast when the broadcast moves.
    public let startsAt: Instant
    public let endsAt: Instant
    /// Whether the broadcast is cancelled. A cancelled broadcast fires no alert.
    public let isCancelled: Bool
}

/// An account's alert on one broadcast (spec R44).
struct AiringAlert: Sendable, Hashable {
    let airing: AlertedAiring
    let setAt: Instant
    /// The instant at which the alert fired; `nil` if it has not fired. A firing is kept for at least 60 days after the start that the broadcast had
    /// when the alert fired.
    let firedAt: Instant?
}

/// An account's alert on the broadcasts of a show that start after `setAt`.
struct ShowAlert: Sendable, Hashable {
    let show: Show.ID
    let title: String
    let setAt: Instant
    /// The show's next broadcast that is not cancelled, on an active channel; `nil` if none is planned.
    let next: AlertedAiring?
}

/// An account's alerts on active shows and on broadcasts that have not ended, with the account's lead time. Broadcasts of inactive shows or on
/// inactive channels are omitted.
struct AlertList: Sendable, Hashable {
    /// The number of minutes before the start of a broadcast at which the account's alerts fire.
    let leadMinutes: Int32
    /// The account's alerts on single broadcasts, ordered by start.
    let airings: [AiringAlert]
    /// The account's alerts on shows, ordered by title.
    let shows: [ShowAlert]
}

/// The limits and periods that apply to all alerts (spec Decided 18; decision 0033).
enum AlertRule {
    /// The maximum number of alerts per account, on broadcasts and shows together. Alerts on broadcasts that have ended do not count.
    static let limit: Int64 = 500
    /// The lead time in minutes if the account has not set one.
    static let defaultLeadMinutes: Int32 = 5
    /// The maximum lead time in milliseconds.
    static let longestLeadMs: Int64 = 60 * 60_000
    /// The period after the start of a broadcast during which an alert may still fire, in milliseconds.
    static let graceMs: Int64 = 5 * 60_000
}
