/// The Extended M3U format in UTF-8. Tracks that cannot be played, which M3U cannot mark, and tracks without a valid address are omitted.
struct M3UFormat: PlaylistFormat {
    static let suffix = "m3u8"
    static let mediaType = "audio/mpegurl; charset=utf-8"

    func head(title: String) -> [UInt8] { Array("#EXTM3U\n#PLAYLIST:\(title.inOneLine)\n".utf8) }

    func entries(_ tracks: [ExportedTrack], isFirst: Bool) -> [UInt8] {
        var text = ""
        for track in tracks where track.item.isPlayable {
            guard let address = track.item.permalink.asAddress else { continue }
            // -1 means that the length is unknown.
            let seconds = track.item.durationMs > 0 ? (track.item.durationMs + 500) / 1000 : -1
            text += "#EXTINF:\(seconds),\(track.artist.inOneLine) - \(track.title.inOneLine)\n"
            if let album = track.album { text += "#EXTALB:\(album.inOneLine)\n" }
            text += "\(address)\n"
        }
        return Array(text.utf8)
    }

    func tail() -> [UInt8] { [] }
}
