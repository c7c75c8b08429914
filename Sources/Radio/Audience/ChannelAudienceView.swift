import Web

/// The response of `getChannelAudience`.
struct ChannelAudienceView: Encodable, Sendable {
    let channelId: String
    let timeZone: String
    let hours: [Hour]
    let days: [Day]

    struct Hour: Encodable, Sendable {
        let from: Instant
        let listeners: Int64?
        let followers: Int64
        let nowRequests: Int64
        let channelRequests: Int64
        let songs: Int64
    }

    struct Day: Encodable, Sendable {
        let date: String
        let listeners: Int64?
        let followers: Int64
        let nowRequests: Int64
        let channelRequests: Int64
        let songs: Int64
    }

    init(_ audience: ChannelAudience) {
        channelId = audience.channel.description
        timeZone = audience.timeZone
        hours = audience.hours.map { hour in
            let figures = hour.figures
            return Hour(
                from: hour.from, listeners: figures.listeners, followers: figures.followers,
                nowRequests: figures.nowRequests, channelRequests: figures.channelRequests, songs: figures.songs)
        }
        days = audience.days.map { day in
            let figures = day.figures
            return Day(
                date: day.date, listeners: figures.listeners, followers: figures.followers,
                nowRequests: figures.nowRequests, channelRequests: figures.channelRequests, songs: figures.songs)
        }
    }
}
