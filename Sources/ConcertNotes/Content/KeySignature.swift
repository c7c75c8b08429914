/// A key signature that applies from a measure on (spec N33).
public struct KeySignature: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// The number of sharps, or of flats if negative, as in MusicXML's `fifths`; -7 to 7 in published signatures.
    public let fifths: Int
    /// The name in words, usually of both the major and the minor key.
    public let name: String

    /// Creates a key signature. An empty name becomes the default name.
    public init(measure: Int, start: RecordingTime, fifths: Int, name: String = "") {
        self.measure = measure
        self.start = start
        self.fifths = fifths
        self.name = name.isEmpty ? Self.name(fifths: fifths) : name
    }

    /// Returns the default name of a key signature, such as "E♭ major / C minor (3 flats)" for -3, or "9 sharps" outside -7 to 7.
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
            default: "\(fifths.magnitude) flats"
            }
        guard (-7...7).contains(fifths) else { return count }
        return "\(tonics[fifths + 7]) major / \(tonics[fifths + 10]) minor (\(count))"
    }
}
