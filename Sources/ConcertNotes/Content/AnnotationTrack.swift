/// A track of pages that a listener can choose to follow (spec N10).
public struct AnnotationTrack: Sendable, Hashable {
    public let name: String
    /// The pages in the order of their measures. The first page opens the track.
    public let annotations: [Annotation]

    public init(name: String, annotations: [Annotation]) {
        self.name = name
        self.annotations = annotations
    }

    /// The names that getData.php reserves, which a track must not have (spec N9, N13, D1).
    public static let reservedNames: Set<String> = ["numseconds", "structure", "keysignature", "intensity"]
}

/// One page, which is shown from its measure until the measure of the next page of the track (spec N11).
public struct Annotation: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// The text, which may refer to pictures: see `PictureReference`.
    public let text: String

    public init(measure: Int, start: RecordingTime, text: String) {
        self.measure = measure
        self.start = start
        self.text = text
    }
}
