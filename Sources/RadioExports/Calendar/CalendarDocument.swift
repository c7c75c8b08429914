import Radio
import Tenancy
import Web

/// A calendar of broadcasts (RFC 5545) in UTC. Each broadcast is a separate event, because the schedule has already expanded the recurrences.
struct CalendarDocument {
    static let mediaType = "text/calendar; charset=utf-8"

    let name: String
    let programmes: [Programme]
    let channels: [Channel.ID: StationChannel]
    let origin: Origin
    /// The time of the alarm, in minutes before each event; `nil` for no alarm.
    var alarmMinutes: Int32?

    func bytes() -> [UInt8] {
        var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Tutti//Radio schedule//EN\r\nCALSCALE:GREGORIAN\r\n"
        text += "METHOD:PUBLISH\r\n"
        text += CalendarLine.text("NAME", name) + CalendarLine.text("X-WR-CALNAME", name)
        text += "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"
        for programme in programmes { text += event(programme) }
        return Array((text + "END:VCALENDAR\r\n").utf8)
    }

    private func event(_ programme: Programme) -> String {
        let (airing, show) = (programme.airing, programme.show)
        var text = "BEGIN:VEVENT\r\n"
        text += CalendarLine.plain("UID", "airing-\(airing.id)@\(origin.host)")
        text += CalendarLine.plain("DTSTAMP", Self.utc(programme.updatedAt))
        text += CalendarLine.plain("LAST-MODIFIED", Self.utc(programme.updatedAt))
        text += CalendarLine.plain("SEQUENCE", "\(airing.revision - 1)")
        text += CalendarLine.plain("DTSTART", Self.utc(airing.startsAt))
        text += CalendarLine.plain("DTEND", Self.utc(airing.endsAt))
        text += CalendarLine.plain("STATUS", airing.isCancelled ? "CANCELLED" : "CONFIRMED")
        text += CalendarLine.plain("TRANSP", "TRANSPARENT")
        text += CalendarLine.text("SUMMARY", programme.subtitle.map { "\(show.title): \($0)" } ?? show.title)
        if !programme.description.isEmpty { text += CalendarLine.text("DESCRIPTION", programme.description) }
        if let channel = channels[airing.channel] { text += CalendarLine.text("LOCATION", channel.name) }
        if !programme.genres.isEmpty { text += CalendarLine.texts("CATEGORIES", programme.genres.map(\.name)) }
        if let website = show.website { text += CalendarLine.plain("URL", website) }
        if let alarmMinutes, !airing.isCancelled { text += alarm(alarmMinutes, show.title) }
        return text + "END:VEVENT\r\n"
    }

    private func alarm(_ minutes: Int32, _ title: String) -> String {
        "BEGIN:VALARM\r\n" + CalendarLine.plain("ACTION", "DISPLAY") + CalendarLine.plain("TRIGGER", "-PT\(minutes)M")
            + CalendarLine.text("DESCRIPTION", title) + "END:VALARM\r\n"
    }

    private static func utc(_ instant: Instant) -> String {
        instant.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
