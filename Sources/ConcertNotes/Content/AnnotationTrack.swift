/// A track of annotations that a listener can choose to follow (spec N10, T6). Old phones do not get the language and the level (spec D1).
public struct AnnotationTrack: Sendable, Hashable {
    public let name: String
    /// The language of the texts as a BCP 47 tag, such as "en" or "de-AT"; `nil` if unknown.
    public let language: String?
    /// The knowledge of music that the texts expect; `nil` if unknown.
    public let level: Level?
    /// The annotations in the order of their measures. The first one is also shown before its measure.
    public let annotations: [Annotation]

    /// The knowledge of music that the texts of a track expect.
    public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
        case introductory, intermediate, advanced
    }

    public init(name: String, language: String? = nil, level: Level? = nil, annotations: [Annotation]) {
        self.name = name
        self.language = language
        self.level = level
        self.annotations = annotations
    }

    /// The names that getData.php reserves, in lower case. A track must not have one of them, in upper or lower case (spec N9, N13, D1).
    public static let reservedNames: Set<String> = ["numseconds", "structure", "keysignature", "intensity"]
}

/// One text of a track, shown from its measure until the measure of the next annotation, or until the end of the piece (spec N11).
public struct Annotation: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// The text, which may refer to pictures (`PictureReference`).
    public let text: String

    public init(measure: Int, start: RecordingTime, text: String) {
        self.measure = measure
        self.start = start
        self.text = text
    }
}
