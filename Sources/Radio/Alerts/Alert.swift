import Web

/// A broadcast as those read of it who wait for it.
public struct AlertedAiring: Sendable, Hashable {
    public let id: Airing.ID
    public let show: Show.ID
    public let showTitle: String
    public let episode: Episode.ID?
    public let channel: Channel.ID
    public let channelName: String
    /// Its own, else the episode's, else the show's.
    public let title: String
    /// As far as is known now: an alert follows it.
    public let startsAt: Instant
    public let endsAt: Instant
    /// Nothing is told of a cancelled one.
    public let isCancelled: Bool
}

/// An account's wish to be told before one broadcast begins (spec R44).
struct AiringAlert: Sendable, Hashable {
    let airing: AlertedAiring
    let setAt: Instant
    /// When the account was told; once at most.
    let firedAt: Instant?
}

/// The same of every broadcast of a show.
struct ShowAlert: Sendable, Hashable {
    let show: Show.ID
    let title: String
    let setAt: Instant
    /// What begins next.
    let next: AlertedAiring?
}

/// All that an account wants to be told.
struct AlertList: Sendable, Hashable {
    /// How long before.
    let leadMinutes: Int32
    /// By when they begin.
    let airings: [AiringAlert]
    /// By title.
    let shows: [ShowAlert]
}

/// What holds of all alerts (spec Decided 18; decision 0033).
enum AlertRule {
    /// How many an account may have, of both kinds together.
    static let limit: Int64 = 500
    /// How long before a beginning it is told, where the account has not said.
    static let defaultLeadMinutes: Int32 = 5
    /// The longest such time, in milliseconds.
    static let longestLeadMs: Int64 = 60 * 60_000
    /// How long after a beginning it is still of use to be told, in milliseconds: whoever comes late misses little.
    static let graceMs: Int64 = 5 * 60_000
}
