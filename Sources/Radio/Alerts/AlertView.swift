import Web

/// A broadcast in responses about alerts.
struct AlertedAiringView: Encodable, Sendable {
    let id: String
    let showId: String
    let showTitle: String
    let episodeId: String?
    let channelId: String
    let channelName: String
    let title: String
    let startsAt: Instant
    let endsAt: Instant
    let isCancelled: Bool

    init(_ airing: AlertedAiring) {
        id = airing.id.description
        showId = airing.show.description
        showTitle = airing.showTitle
        episodeId = airing.episode?.description
        channelId = airing.channel.description
        channelName = airing.channelName
        title = airing.title
        startsAt = airing.startsAt
        endsAt = airing.endsAt
        isCancelled = airing.isCancelled
    }
}

/// The response of `setAiringAlert`, and an entry in the response of `findAlerts`.
struct AiringAlertView: Encodable, Sendable {
    let airing: AlertedAiringView
    let setAt: Instant
    let firedAt: Instant?

    init(_ alert: AiringAlert) {
        airing = AlertedAiringView(alert.airing)
        setAt = alert.setAt
        firedAt = alert.firedAt
    }
}

/// The response of `setShowAlert`, and an entry in the response of `findAlerts`.
struct ShowAlertView: Encodable, Sendable {
    let showId: String
    let title: String
    let setAt: Instant
    let next: AlertedAiringView?

    init(_ alert: ShowAlert) {
        showId = alert.show.description
        title = alert.title
        setAt = alert.setAt
        next = alert.next.map(AlertedAiringView.init)
    }
}

/// The response of `findAlerts`.
struct AlertListView: Encodable, Sendable {
    let leadMinutes: Int32
    let airings: [AiringAlertView]
    let shows: [ShowAlertView]

    init(_ list: AlertList) {
        leadMinutes = list.leadMinutes
        airings = list.airings.map(AiringAlertView.init)
        shows = list.shows.map(ShowAlertView.init)
    }
}
