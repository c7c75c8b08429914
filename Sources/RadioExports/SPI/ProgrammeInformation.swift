import Radio
import Tenancy
import Web
import XML

/// A programme information document (PI, ETSI TS 102 818 V3.4.1 clause 7) for one service and day, with elements in the order of the schema
/// (spec E2).
struct ProgrammeInformation {
    let channel: StationChannel
    /// The bearers that the document covers: the requested one, or all live bearers if the request names the service.
    let bearers: [Bearer]
    let span: Range<Instant>
    /// The broadcasts whose planned start is on the day, excluding cancelled ones.
    let programmes: [Programme]
    let events: [Airing.ID: [ProgrammeEvent]]
    let recordings: [Episode.ID: [Recording]]
    let origin: Origin
    let mark: ExportMark

    func bytes() throws(XMLError) -> [UInt8] {
        let clock = channel.clock
        var writer = try XMLWriter(indentation: 2)
        try writer.open(
            "epg", ["xmlns": SPIElements.namespace, "xml:lang": channel.language.unlessEmpty ?? "en"])
        try writer.open(
            "schedule",
            ["version": "1", "creationTime": mark.changedAt.map(clock.iso), "originator": SPIElements.originator])
        try writer.open("scope", ["startTime": clock.iso(span.lowerBound), "stopTime": clock.iso(span.upperBound)])
        for bearer in bearers { try writer.empty("serviceScope", ["id": bearer.uri]) }
        try writer.end()
        for programme in programmes { try write(programme, to: &writer) }
        try writer.end()
        try writer.end()
        return try writer.finish()
    }

    private func write(_ programme: Programme, to writer: inout XMLWriter) throws(XMLError) {
        let language = programme.show.language
        try writer.open(
            "programme",
            [
                "shortId": SPIElements.shortIdentifier(programme.airing.id),
                "id": SPIElements.identifier("airings", programme.airing.id, origin),
                "version": "\(programme.airing.revision)",
            ])
        try SPIElements.names(programme.show.title, language, to: &writer)
        try location(programme.airing, to: &writer)
        for recording in programme.episode.flatMap({ recordings[$0.id] }) ?? [] {
            try write(recording, of: programme, to: &writer)
        }
        try SPIElements.description(
            short: programme.subtitle ?? programme.summary, long: programme.description, language, to: &writer)
        try SPIElements.logos(programme.pictures, origin, to: &writer)
        try SPIElements.genres(programme.genres, to: &writer)
        let index = programme.episode?.part.flatMap { $0 > 0 ? "\($0)" : nil }
        try writer.empty(
            "memberOf",
            [
                "id": SPIElements.identifier("shows", programme.show.id, origin),
                "shortId": SPIElements.shortIdentifier(programme.show.id), "index": index,
            ])
        if let website = programme.show.website {
            try writer.empty("link", ["uri": website, "mimeValue": "text/html"])
        }
        for event in events[programme.airing.id] ?? [] { try write(event, language, to: &writer) }
        try writer.end()
    }

    private func location(_ airing: Airing, to writer: inout XMLWriter) throws(XMLError) {
        let clock = channel.clock
        let isOther = airing.startsAt != airing.plannedStart || airing.endsAt != airing.plannedEnd
        try writer.open("location")
        try writer.empty(
            "time",
            [
                "time": clock.iso(airing.plannedStart),
                "duration": Self.duration(from: airing.plannedStart, to: airing.plannedEnd),
                "actualTime": isOther ? clock.iso(airing.startsAt) : nil,
                "actualDuration": isOther ? Self.duration(from: airing.startsAt, to: airing.endsAt) : nil,
            ])
        for bearer in bearers { try writer.empty("bearer", ["id": bearer.uri, "cost": "\(bearer.cost)"]) }
        try writer.end()
    }

    private func write(_ event: ProgrammeEvent, _ language: String, to writer: inout XMLWriter) throws(XMLError) {
        try writer.open("programmeEvent", ["shortId": event.shortIdentifier, "id": event.identifier(origin)])
        try SPIElements.names(event.name, language, to: &writer)
        try writer.open("location")
        try writer.empty(
            "relativeTime",
            ["time": SPIElements.duration(event.offsetMs), "duration": SPIElements.duration(event.durationMs)])
        try writer.end()
        try writer.end()
    }

    /// Writes a recording as an `onDemand` element: the period in which it is available, the download period if a download may be offered (spec R58),
    /// and a bearer for each address that may be offered. Writes nothing if no address may be offered.
    ///
    /// The schema requires a duration, so the duration of the broadcast replaces an unknown one. The schema also requires an end of the download
    /// period, so the download period is left out if the recording has no end of availability.
    private func write(
        _ recording: Recording, of programme: Programme, to writer: inout XMLWriter
    ) throws(XMLError) {
        let clock = channel.clock
        let media = recording.media.filter { $0.isOffered(by: recording, isMusic: programme.show.isMusic) }
        guard !media.isEmpty else { return }
        let airing = programme.airing
        let (start, end) = (clock.iso(recording.availableFrom), recording.availableUntil.map(clock.iso))
        try writer.open("onDemand")
        try writer.empty(
            "presentationTime",
            [
                "start": start, "end": end,
                "duration": recording.durationMs.map(SPIElements.duration)
                    ?? Self.duration(from: airing.startsAt, to: airing.endsAt),
            ])
        if let end, media.contains(where: \.isDownload) {
            try writer.empty("acquisitionTime", ["start": start, "end": end])
        }
        // Increasing costs keep the tenant's order.
        for (place, media) in media.enumerated() {
            try writer.empty(
                "bearer", ["id": media.url, "cost": "\(place)", "mimeValue": media.mediaType.unlessEmpty])
        }
        try writer.end()
    }

    private static func duration(from start: Instant, to end: Instant) -> String {
        SPIElements.duration(end.milliseconds - start.milliseconds)
    }
}
