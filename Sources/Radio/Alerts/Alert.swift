import Web

/// A broadcast as listeners with an alert on it see it.
public struct AlertedAiring: Sendable, Hashable {
    public let id: Airing.ID
    public let show: Show.ID
    public let showTitle: String
    public let episode: Episode.ID?
    public let channel: Channel.ID
    public let channelName: String
    /// The broadcast's own title, else the episode's, else the show's.
    public let title: String
    /// The start known now. Alerts follow the broadcast when it moves.
    public let startsAt: Instant
    public let endsAt: Instant
    /// A cancelled broadcast fires no alert.
    public let isCancelled: Bool
}

/// An account's alert on one broadcast (spec R44).
struct AiringAlert: Sendable, Hashable {
    let airing: AlertedAiring
    let setAt: Instant
    /// When the alert fired; an alert fires at most once.
    let firedAt: Instant?
}

/// An account's alert on every broadcast of a show.
struct ShowAlert: Sendable, Hashable {
    let show: Show.ID
    let title: String
    let setAt: Instant
    /// The show's next broadcast.
    let next: AlertedAiring?
}

/// All alerts of an account.
struct AlertList: Sendable, Hashable {
    /// How many minutes before the start of a broadcast its alerts fire.
    let leadMinutes: Int32
    /// The account's alerts on single broadcasts, ordered by start.
    let airings: [AiringAlert]
    /// The account's alerts on shows, ordered by title.
    let shows: [ShowAlert]
}

/// The limits and times that apply to all alerts (spec Decided 18; decision 0033).
enum AlertRule {
    /// The most alerts an account may have, on broadcasts and shows together.
    static let limit: Int64 = 500
    /// How many minutes before the start an alert fires if the account has not set a time.
    static let defaultLeadMinutes: Int32 = 5
    /// The longest lead time that an account can set, in milliseconds.
    static let longestLeadMs: Int64 = 60 * 60_000
    /// How long after the start an alert may still fire, in milliseconds: a listener who tunes in then misses little.
    static let graceMs: Int64 = 5 * 60_000
}
