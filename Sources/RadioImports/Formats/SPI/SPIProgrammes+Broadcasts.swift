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
        /// The part of the airing's key that is unique on its channel: the programme's ID, the day of the schedule and the number of the programme's
        /// earlier broadcasts in the schedule or, if the programme has no ID, the start.
        let name: String
        /// Whether this is the first broadcast of the programme, with which the episode and its recordings are passed to the sink.
        let isFirst: Bool
    }

    func broadcasts(in schedule: XMLElement, language: String) -> [Broadcast] {
        let scope = schedule.first("scope")
        let scopeBearers = scope?.all("serviceScope") ?? []
        let scopeChannels = channelKeys(of: scopeBearers)
        let day = scope?.attributes["startTime"].flatMap(ISO8601Text.instant)?.instant.description.prefix(10) ?? ""
        var counts: [String: Int] = [:]
        var found: [Broadcast] = []
        for programme in schedule.all("programme") {
            let language = programme.language(within: language)
            let id = identifier(of: programme)
            var isFirst = true
            func add(_ location: XMLElement, channels: [String], start: Instant?, actualStart: Instant? = nil) {
                order += 1
                let count = counts[id, default: 0]
                counts[id] = count + 1
                let name = id.isEmpty ? start?.description ?? "" : "\(id)|\(day)|\(count)"
                found.append(
                    Broadcast(
                        programme: programme, location: location, language: language, channels: channels, start: start,
                        actualStart: actualStart, order: order, name: name, isFirst: isFirst))
                isFirst = false
            }
            // "off-air" marks programmes that are only on demand.
            let isOnAir = programme.attributes["broadcast"] != "off-air"
            for location in isOnAir ? programme.all("location") : [] {
                let channels = channelKeys(of: location.all("bearer"), within: scopeBearers)
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
            if isFirst { add(programme, channels: scopeChannels, start: nil) }
        }
        return found
    }

    /// Returns the keys of the channels at a location: the known channels of its bearers that are also in the scope, or else all channels of the
    /// scope. If no channel of the scope is known, the key is the first bearer of the location that is also in the scope, or else the first bearer of
    /// the scope. A scope without a valid bearer is ignored. Each call reads the whole scope.
    private func channelKeys(of bearers: [XMLElement], within scope: [XMLElement]) -> [String] {
        let all = channelKeys(of: scope)
        guard !all.isEmpty else { return channelKeys(of: bearers) }
        let scopeURIs = scope.compactMap { $0.attributes["id"].flatMap(BearerURI.normal) }
        let uris = bearers.compactMap { $0.attributes["id"].flatMap(BearerURI.normal) }
        var keys: [String] = []
        for key in uris.compactMap({ channels[$0] }) where all.contains(key) && !keys.contains(key) { keys.append(key) }
        if !keys.isEmpty { return keys }
        guard scopeURIs.allSatisfy({ channels[$0] == nil }) else { return all }
        return uris.first(where: scopeURIs.contains).map { [$0] } ?? all
    }

    /// Returns the keys of the channels with these bearers or, if none of the channels is known, the URI of the first valid bearer; empty without a
    /// valid bearer.
    func channelKeys(of elements: [XMLElement]) -> [String] {
        let uris = elements.compactMap { $0.attributes["id"].flatMap(BearerURI.normal) }
        var keys: [String] = []
        for uri in uris { if let key = channels[uri], !keys.contains(key) { keys.append(key) } }
        return keys.isEmpty ? Array(uris.prefix(1)) : keys
    }
}
