import Tenancy

/// The chapters of a recording.
struct Chapters: Sendable {
    let title: String
    let show: String
    let durationMs: Int64?
    private(set) var chapters: [Chapter] = []

    struct Chapter: Sendable, Hashable {
        let title: String
        /// The artist; empty if unknown.
        let artist: String
        /// The start, in milliseconds from the start of the recording.
        let startMs: Int64
        let durationMs: Int64?
        let picture: String?
    }

    init(title: String, show: String, durationMs: Int64?) {
        self.title = title
        self.show = show
        self.durationMs = durationMs
    }

    /// Adds a chapter, unless it starts before the recording or, if the duration is known, at or after the end of the recording.
    mutating func add(_ chapter: Chapter) {
        if chapter.startMs >= 0, durationMs.map({ chapter.startMs < $0 }) ?? true { chapters.append(chapter) }
    }
}

/// The chapters of a recording in the JSON Chapters 1.2 format of the podcast namespace. Times are in seconds.
struct ChaptersView: Encodable {
    static let mediaType = "application/json+chapters"
    let version = "1.2.0"
    let title: String
    let podcastName: String
    let chapters: [Chapter]

    struct Chapter: Encodable {
        let startTime: Double
        let endTime: Double?
        let title: String
        let img: String?
    }

    init(_ chapters: Chapters, _ origin: Origin) {
        title = chapters.title
        podcastName = chapters.show
        self.chapters = chapters.chapters.map { chapter in
            Chapter(
                startTime: Double(chapter.startMs) / 1000,
                endTime: chapter.durationMs.map { Double(chapter.startMs + $0) / 1000 },
                title: chapter.artist.isEmpty ? chapter.title : "\(chapter.artist) – \(chapter.title)",
                img: chapter.picture.map(origin.absolute))
        }
    }
}
