/// A few resources of Czech Radio's catalogue, shortened (github.com/czech-radio/rapi, docs/data/json at 062c397, MIT,
/// © 2023 Czech Radio).
enum CRoPages {
    static let stations = """
        {"meta": {"count": 1}, "data": [
          {"type": "station", "id": "4082f63f", "attributes": {
            "title": "Český rozhlas Radiožurnál", "shortTitle": "Radiožurnál", "subtitle": "", "color": "#ED2E38",
            "code": "radiozurnal", "priority": 1, "stationType": "allover", "audioLinks": [
              {"variant": "hls", "bitrate": 64, "quality": "low", "linkType": "timeshift",
               "url": "https://wowza.radia.cz/CRo/Zurnal.stream/playlist.m3u8?DVR"},
              {"variant": "mp3", "bitrate": 128, "quality": "normal", "linkType": "directstream",
               "url": "https://rozhlas.stream/radiozurnal.mp3"}],
            "asset": {}, "logoIcon": "https://portal.rozhlas.cz/logo.jpg",
            "contact": {"web": "https://radiozurnal.rozhlas.cz"}}}]}
        """
    static let shows = """
        {"data": [
        {"type": "show", "id": "s1", "attributes": {"title": "\\"Naši\\" cizinci", "active": true, "childFriendly": true,
          "description": "<p>Pořad</p>", "shortDescription": "Pořad",
          "asset": {"url": "https://portal.rozhlas.cz/a.jpg", "width": 1600, "height": 1067,
                    "credit": {"author": "Khalil Baalbaki", "source": "Český rozhlas", "description": "Zelená vlna"}}},
         "relationships": {"stations": {"data": [{"type": "station", "id": "4082f63f"}]},
           "participants": {"data": [{"type": "person", "id": "p1", "meta": {"role": "moderator"}}]}}}
        ]}
        """
    static let persons = """
        {"data": [{"type": "person", "id": "p1", "attributes": {"title": "A. Rokosová", "description": "<p>…</p>",
                                                                "asset": {}}}]}
        """

    /// - Parameter links: The audio links of the episode.
    static func episode(
        _ id: String, show: String = "s1", title: String = "Díl", since: String = "2023-03-06T09:04:36+01:00",
        till: String = "2023-03-06T09:05:55+01:00", mirrored: String = "Zelená vlna", links: String = audio
    ) -> String {
        """
        {"type": "episode", "id": "\(id)", "attributes": {"title": "\(title)", "description": "", "since": "\(since)",
          "till": "\(till)", "part": null, "asset": {}, "mirroredShow": {"title": "\(mirrored)"}, "audioLinks": [\(links)]},
         "relationships": {"show": {"data": {"type": "show", "id": "\(show)"}}, "serial": {}}}
        """
    }

    static let audio = """
        {"linkType": "download", "variant": "mp3", "duration": 79, "bitrate": 256, "url": "https://croaod.cz/529b.mp3"}
        """

    static func broadcast(
        _ id: String, since: String, till: String, station: String = "4082f63f", show: String? = nil,
        title: String = "Hezky česky"
    ) -> String {
        let relation = show.map { #", "show": {"data": {"type": "show", "id": "\#($0)"}}"# } ?? ""
        return """
            {"type": "scheduleEpisode", "id": "\(id)", "attributes": {"title": "Rubrika", "description": "",
              "since": "\(since)", "till": "\(till)", "mirroredShow": {"title": "\(title)"}},
             "relationships": {"station": {"data": {"type": "station", "id": "\(station)"}}\(relation)}}
            """
    }

    static func page(_ elements: String...) -> String { "{\"data\": [\n\(elements.joined(separator: ",\n"))\n]}" }

    static let station: [(String, String)] = [
        ("persons.json", persons), ("shows.json", shows), ("stations-all.json", stations),
    ]
}
