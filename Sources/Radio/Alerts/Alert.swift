import Web

/// A broadcast on which a listener has an alert, set on the broadcast or on its show.
public struct AlertedAiring: Sendable, Hashable {
    public let id: Airing.ID
    public let show: Show.ID
    public let showTitle: String
    public let episode: Episode.ID?
    public let channel: Channel.ID
    public let channelName: String
    /// The title of the broadcast, else of the episode, else of the show.
    public let title: String
    /// The currently scheduled start, which an alert follows.
    public let startsAt: Instant
    public let endsAt: Instant
    /// Whether the broadcast is cancelled, so that no alert fires.
    public let isCancelled: Bool
}

/// An account's alert on one broadcast (spec R44).
struct AiringAlert: Sendable, Hashable {
    let airing: AlertedAiring
    let setAt: Instant
    /// When the alert fired; `nil` if it has not fired.
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

/// An account's alerts, without those on broadcasts that have ended and those of inactive shows or channels.
struct AlertList: Sendable, Hashable {
    let leadMinutes: Int32
    /// The alerts on single broadcasts, ordered by start.
    let airings: [AiringAlert]
    /// The alerts on shows, ordered by title.
    let shows: [ShowAlert]
}

/// The limits and periods of all alerts (spec Decided 18; decision 0033).
enum AlertRule {
    /// The maximum number of alerts per account. Alerts on broadcasts that have ended do not count.
    static let limit: Int64 = 500
    /// The lead time in minutes if the account has not set one.
    static let defaultLeadMinutes: Int32 = 5
    /// The maximum lead time in milliseconds.
    static let longestLeadMs: Int64 = 60 * 60_000
    /// How long after the start of a broadcast an alert may still fire, in milliseconds.
    static let graceMs: Int64 = 5 * 60_000
}
