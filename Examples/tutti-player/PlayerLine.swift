/// The state of a player as one line of text.
struct PlayerLine {
    let state: String
    let audio: String
    let positionMs: Int64
    let durationMs: Int64?
    let title: String?
    let index: Int
    let count: Int
    let attempt: Int
    let device: String?

    var text: String {
        let position = Self.time(positionMs) + (durationMs.map { " of \(Self.time($0))" } ?? "")
        let track = title.map { "\"\($0)\" (\(index + 1) of \(count))" } ?? "no track"
        return "\(state), \(audio), \(position), \(track), attempt \(attempt), on \(device ?? "no device")"
    }

    private static func time(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
