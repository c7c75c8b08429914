extension PlayerSnapshot {
    /// The player as one line of text, such as `expandedPlay, playing, 0:03 of 3:20, "Song" (1 of 2), attempt 1, on here`.
    var line: String {
        let position = Self.time(positionMs) + (track?.durationMs.map { " of \(Self.time($0))" } ?? "")
        let track = track.map { "\"\($0.title)\" (\(index + 1) of \(count))" } ?? "no track"
        return "\(state.rawValue), \(audio.rawValue), \(position), \(track), attempt \(attempt), "
            + "on \(device ?? "no device")"
    }

    private static func time(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
