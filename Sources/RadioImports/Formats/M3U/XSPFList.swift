import XML

/// A reader for XSPF version 1. Each track is a station, and each location of a track one of the station's addresses.
enum XSPFList {
    /// Adds the tracks of the list to `stations`. Returns `false` after reporting that the document cannot be read or is not a playlist.
    static func read(_ file: SourceFile, into stations: inout StationList<some DraftSink>) throws -> Bool {
        guard let source = try XMLSource(file, reportingTo: stations.sink),
            let root = try source.read(reportingTo: stations.sink)
        else { return false }
        guard root.localName == "playlist" else {
            stations.sink.wrongFile(
                "the root element is \(DraftText.line(root.name, atMost: 50)); it must be playlist",
                at: FilePosition(file: file.name, line: root.line))
            return false
        }
        for track in root.all("trackList").flatMap({ $0.all("track") }) {
            try file.meter.hold(StationEntry.memory, line: track.line)
            var entry = StationEntry()
            entry.addresses = track.all("location").map { DraftText.line($0.text, atMost: 4000) }
            guard !entry.addresses.isEmpty else {
                stations.sink.fault(
                    "the track has no location; add the address of the station's stream",
                    at: FilePosition(file: file.name, line: track.line, detail: "track"))
                continue
            }
            let title = DraftText.line(track.first("title")?.text, atMost: 8000)
            let annotation = track.first("annotation")?.text ?? ""
            // Lists of a single station may name it only in the annotation.
            entry.name = title.isEmpty ? annotation : title
            entry.description = title.isEmpty ? "" : annotation
            entry.website = track.first("info")?.text ?? ""
            entry.guideID = DraftText.line(track.first("identifier")?.text, atMost: .max)
            entry.logo = DraftText.line(track.first("image")?.text, atMost: 4000)
            entry.groups = track.first("album").map { [$0.text] } ?? []
            entry.line = track.first("location")?.line ?? track.line
            entry.detail = "track"
            stations.add(entry)
        }
        return true
    }
}
