/// A row of pages that a listener may choose to follow (spec N10).
public struct AnnotationTrack: Sendable, Hashable {
    public let name: String
    /// In the order of their measures; the first is what opens.
    public let annotations: [Annotation]

    public init(name: String, annotations: [Annotation]) {
        self.name = name
        self.annotations = annotations
    }

    /// The names with a meaning of their own in getData.php, which no track of texts may have (spec N9, N13, D1).
    public static let reservedNames: Set<String> = ["numseconds", "structure", "keysignature", "intensity"]
}

/// One page: current from its measure until the next page's of the same track (spec N11).
public struct Annotation: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// May name pictures: see `PictureReference`.
    public let text: String

    public init(measure: Int, start: RecordingTime, text: String) {
        self.measure = measure
        self.start = start
        self.text = text
    }
}
