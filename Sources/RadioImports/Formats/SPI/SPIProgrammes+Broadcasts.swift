import Web
import XML

extension SPIProgrammes {
    /// A broadcast of a programme at one of its times. A programme without valid times, or only on demand, has one broadcast, whose start is `nil`.
    struct Broadcast {
        let programme: XMLElement
        let location: XMLElement
        let language: String
        let channels: [String]
        let start: Instant?
        let actualStart: Instant?
        /// The actual start, or else the planned start; `nil` if `start` is `nil`.
        var from: Instant? { start.map { actualStart ?? $0 } }
        /// The number of the broadcast within the file, from 1.
        let order: Int
        /// The part of the airing's key that is unique on its channel: the programme's ID, the day of the schedule (or else of the broadcast) and the
        /// number of the programme's earlier broadcasts on that day or, if the programme has no ID, the start.
        let name: String
        /// Whether this is the first broadcast of the programme, with which the episode and its recordings are passed to the sink.
        let isFirst: Bool
    }

    func broadcasts(in schedule: XMLElement, language: String) -> [Broadcast] {
        let scope = schedule.first("scope")
        let scopeChannels = SPIBearers(scope?.all("serviceScope") ?? [], channels: channels)
        let day = scope?.attributes["startTime"].flatMap(ISO8601Text.instant)?.instant.description.prefix(10)
        var counts: [String: Int] = [:]
        var found: [Broadcast] = []
        for programme in schedule.all("programme") {
            let language = programme.language(within: language)
            let id = identifier(of: programme)
            var isFirst = true
            func add(_ location: XMLElement, channels: [String], start: Instant?, actualStart: Instant? = nil) {
                order += 1
                // Without a scope, a daily programme has the same ID in the files of all days.
                let dayID = "\(id)|\(day ?? start?.description.prefix(10) ?? "")"
                let count = counts[dayID, default: 0]
                counts[dayID] = count + 1
                let name = id.isEmpty ? start?.description ?? "" : "\(dayID)|\(count)"
                found.append(
                    Broadcast(
                        programme: programme, location: location, language: language, channels: channels, start: start,
                        actualStart: actualStart, order: order, name: name, isFirst: isFirst))
                isFirst = false
            }
            // "off-air" marks programmes that are only on demand.
            let isOnAir = programme.attributes["broadcast"] != "off-air"
            for location in isOnAir ? programme.all("location") : [] {
                let channels = SPIBearers(location.all("bearer"), channels: self.channels).keys(within: scopeChannels)
                if channels.isEmpty {
                    sink.fault(
                        "the broadcast has neither a bearer nor a serviceScope with a valid id, such as fm:ce1.c479.09580; "
                            + "add one of them",
                        at: position(location, "location"))
                }
                for time in location.all("time") {
                    let text = time.attributes["time"] ?? time.attributes["billedTime"] ?? ""
                    guard let start = instant(text, at: time) else {
                        sink.fault(
                            "the time must be a date and time, as in 2026-05-01T19:30:00+02:00, found "
                                + "\"\(DraftText.line(text, atMost: 100))\"", at: position(time, "time"))
                        continue
                    }
                    let actualStart = time.attributes["actualTime"].flatMap { instant($0, at: time) }
                    add(time, channels: channels, start: start, actualStart: actualStart)
                }
            }
            if isFirst { add(programme, channels: scopeChannels.keys, start: nil) }
        }
        return found
    }
}

/// The bearers of a location, or of the scope of a schedule, and the channels that have them.
private struct SPIBearers {
    /// The normal URIs of the valid bearers.
    private let uris: [String]
    /// The keys of the known channels with these bearers, each once.
    private let known: [String]
    private let (setOfURIs, setOfKnown): (Set<String>, Set<String>)

    /// Reads the bearers of the elements. `channels` contains the keys of the known channels by bearer.
    init(_ elements: [XMLElement], channels: [String: String]) {
        uris = elements.compactMap { $0.attributes["id"].flatMap(BearerURI.normal) }
        var seen: Set<String> = []
        known = uris.compactMap { channels[$0] }.filter { seen.insert($0).inserted }
        (setOfURIs, setOfKnown) = (Set(uris), seen)
    }

    /// The keys of the known channels or, if there is none, the URI of the first valid bearer; empty without a valid bearer.
    var keys: [String] { known.isEmpty ? Array(uris.prefix(1)) : known }

    /// Returns the keys of the channels at a location: the known channels of its bearers that are also in the scope, or else all channels of the
    /// scope. If no channel of the scope is known, the key is the first bearer of the location that is also in the scope, or else the first bearer of
    /// the scope. A scope without a valid bearer is ignored.
    func keys(within scope: SPIBearers) -> [String] {
        guard !scope.keys.isEmpty else { return keys }
        let shared = known.filter(scope.setOfKnown.contains)
        if !shared.isEmpty { return shared }
        guard scope.known.isEmpty else { return scope.keys }
        return uris.first(where: scope.setOfURIs.contains).map { [$0] } ?? scope.keys
    }
}
