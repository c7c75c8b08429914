/// The key signature from a measure on (spec N33).
public struct KeySignature: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// Sharps when positive, flats when negative, -7 to 7, as MusicXML's `fifths`.
    public let fifths: Int
    /// In words. A signature does not tell major from minor, so the name usually gives both.
    public let name: String

    /// - Parameter name: empty for the usual name of the signature.
    public init(measure: Int, start: RecordingTime, fifths: Int, name: String = "") {
        self.measure = measure
        self.start = start
        self.fifths = fifths
        self.name = name.isEmpty ? Self.name(fifths: fifths) : name
    }

    /// "E♭ major / C minor (3 flats)" for -3.
    ///
    /// - Parameter fifths: -7 to 7.
    public static func name(fifths: Int) -> String {
        let tonics = [
            "C♭", "G♭", "D♭", "A♭", "E♭", "B♭", "F", "C", "G", "D", "A", "E", "B", "F♯", "C♯", "G♯", "D♯", "A♯",
        ]
        let count =
            switch fifths {
            case 0: "no sharps or flats"
            case 1: "1 sharp"
            case -1: "1 flat"
            case 2...: "\(fifths) sharps"
            default: "\(-fifths) flats"
            }
        return "\(tonics[fifths + 7]) major / \(tonics[fifths + 10]) minor (\(count))"
    }
}
