/// The reason why a file is refused as a score, with its place.
public struct ScoreFault: Error, Sendable, Hashable {
    /// The check that the file fails.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The zip archive is damaged, is not compressed MusicXML, or has a forbidden name or an unsupported feature.
        case archive
        /// The XML is not well-formed, or its DOCTYPE has declarations of its own.
        case xml
        /// The JSON is not well-formed.
        case json
        /// The file exceeds a limit of `ScoreLimits`.
        case limit
        /// The file is in a format that is not read as a score.
        case format
        /// A value in the file is missing or not allowed.
        case value
        /// The score, played with its repeats and jumps, has more measures than allowed.
        case form
    }

    public let kind: Kind
    /// The fault, the value found and the remedy, as a sentence without the full stop.
    public let reason: String
    /// The line in the file, from 1; `nil` if unknown.
    public let line: Int?
    /// The number of the measure as printed; `nil` if the reason is not about one measure.
    public let measure: String?
    /// The name of the file within the archive; `nil` if the fault is not in such a file.
    public var entry: String?

    init(_ kind: Kind, _ reason: String, line: Int? = nil, measure: String? = nil, entry: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.line = line
        self.measure = measure
        self.entry = entry
    }
}

extension ScoreFault: CustomStringConvertible {
    /// The reason with its place, such as "Line 12, measure 3: …".
    public var description: String {
        var place: [String] = []
        if let entry { place.append("file \(entry)") }
        if let line { place.append("line \(line)") }
        if let measure { place.append("measure \(measure)") }
        guard !place.isEmpty else { return reason }
        let text = place.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst() + ": " + reason
    }
}
