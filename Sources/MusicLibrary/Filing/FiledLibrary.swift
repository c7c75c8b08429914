import ArtistClassification
import SoundCloud

/// The inputs of a change to a listener's library: uploads as evidence, corrections of tracks and names, and the classified
/// library.
///
/// The value is cached between changes (``FiledLibraryCache``). The cost of a correction is then proportional to the number of
/// affected tracks, because `TaughtLibrary` finds the affected tracks without classifying all others. The first correction
/// classifies the library once.
struct FiledLibrary: Sendable {
    private(set) var uploads: [Int64: Upload]
    /// The correction of each track in the library.
    private(set) var trackCorrections: [Int64: TrackCorrection]
    /// The corrections of names, in the order in which they were made.
    private(set) var lessons: [ListenerKnowledge.Lesson]
    private var tracks: [String: Int64] = [:]
    private var corrections: EntryCorrections
    private var evidence: Evidence
    private var classifier: Classifier
    private var taught: TaughtLibrary?

    /// Builds the library from stored data. O(n) in the number of uploads.
    init(uploads: [Int64: Upload], trackCorrections: [Int64: TrackCorrection], lessons: [ListenerKnowledge.Lesson]) {
        (self.uploads, self.trackCorrections, self.lessons) = (uploads, trackCorrections, lessons)
        corrections = EntryCorrections(lessons)
        tracks.reserveCapacity(uploads.count)
        for (track, upload) in uploads { tracks[upload.id] = track }
        evidence = Evidence(uploads.values)
        classifier = Classifier(evidence, teaching: Teaching(trackCorrections, uploads, lessons))
    }

    /// An empty library.
    static var empty: FiledLibrary { FiledLibrary(uploads: [:], trackCorrections: [:], lessons: []) }

    /// Returns the key of a track, which need not be in the library, or `nil` if its upload is not part of the evidence.
    func track(_ urn: CloudURN) -> Int64? { tracks[urn.description] }

    /// Returns the filing of a track, or `nil` if its upload is not part of the evidence.
    func filing(_ track: Int64) -> Filing? { uploads[track].map { stored(classifier.classify($0), of: track) } }

    /// Returns the classifier's filing with the corrections that the classifier does not handle.
    private func stored(_ concluded: Filing, of track: Int64) -> Filing { stored(concluded, of: track, corrections) }

    private func stored(_ concluded: Filing, of track: Int64, _ corrections: EntryCorrections) -> Filing {
        var filing = concluded
        trackCorrections[track]?.apply(to: &filing)
        corrections.apply(to: &filing)
        return filing
    }

    /// The names with a corrected spelling.
    var taughtNames: [String] { Self.taughtNames(trackCorrections.values, lessons) }

    static func taughtNames(_ trackCorrections: some Sequence<TrackCorrection>, _ lessons: [ListenerKnowledge.Lesson])
        -> [String]
    {
        let ofArtists = lessons.filter(\.kind.isOfArtists)
        return Set(ofArtists.flatMap(\.names) + trackCorrections.lazy.compactMap(\.artists).joined()).sorted()
    }

    /// Returns whether SoundCloud's data about any of these uploads has changed since the library was read.
    func contradicts(_ now: [Int64: Upload]) -> Bool {
        now.contains { track, upload in uploads[track].map { $0 != upload } ?? false }
    }

    /// Adds uploads as evidence. O(n) in the number of names and accounts.
    mutating func addEvidence(_ more: [Int64: Upload]) {
        for (track, upload) in more where uploads[track] == nil {
            uploads[track] = upload
            tracks[upload.id] = track
            evidence.add(upload)
        }
        classifier = Classifier(evidence, teaching: Teaching(trackCorrections, uploads, lessons))
        taught = nil
    }

    /// Adds a track without a correction.
    mutating func add(_ track: Int64) {
        trackCorrections[track] = TrackCorrection()
        if let upload = uploads[track] { _ = taught?.file(upload) }
    }

    /// Removes a track. The track's correction no longer affects other tracks, but the filings of other tracks stay unchanged.
    /// The track's upload remains evidence.
    mutating func remove(_ track: Int64) {
        guard let words = trackCorrections.removeValue(forKey: track), !words.isNothing else { return }
        let teaching = Teaching(trackCorrections, uploads, lessons)
        guard var taught = self.taught else {
            classifier = classifier.taught(teaching)
            return
        }
        // Releases the stored value, so that the change does not copy it.
        self.taught = nil
        _ = taught.teach(teaching)
        classifier = taught.classifier
        self.taught = taught
    }

    /// Sets the correction of a track and returns the filings that change.
    mutating func correct(_ correction: TrackCorrection, of track: Int64) -> [Int64: Filing] {
        refiling { $0.trackCorrections[track] = correction }
    }

    /// Adds a correction of a name, replacing an earlier correction of the same name, and returns the filings that change.
    mutating func addLesson(_ lesson: ListenerKnowledge.Lesson) -> [Int64: Filing] {
        refiling { library in
            library.lessons.removeAll { $0.kind == lesson.kind && $0.subjectKey == lesson.subjectKey }
            library.lessons.append(lesson)
        }
    }

    /// Removes a correction of a name and returns the filings that change.
    mutating func forget(_ lesson: ListenerKnowledge.Lesson) -> [Int64: Filing] {
        refiling { $0.lessons.removeAll { $0 == lesson } }
    }

    private mutating func refiling(_ change: (inout FiledLibrary) -> Void) -> [Int64: Filing] {
        var taught =
            self.taught ?? TaughtLibrary(trackCorrections.keys.lazy.compactMap { [uploads] in uploads[$0] }, classifier)
        // Releases the stored value, so that the change does not copy it.
        self.taught = nil
        let correctionsBefore = corrections
        change(&self)
        corrections = EntryCorrections(lessons)
        let moved = taught.teach(Teaching(trackCorrections, uploads, lessons))
        classifier = taught.classifier
        var filings: [Int64: Filing] = [:]
        for filing in moved {
            if let track = tracks[filing.id] { filings[track] = stored(filing, of: track) }
        }
        if corrections != correctionsBefore {
            for filing in taught.filings(under: corrections.subjects.union(correctionsBefore.subjects)) {
                guard let track = tracks[filing.id] else { continue }
                let now = stored(filing, of: track)
                if now != stored(filing, of: track, correctionsBefore) { filings[track] = now }
            }
        }
        self.taught = taught
        return filings
    }
}

extension Teaching {
    /// Creates the teaching from all corrections: first the corrections of tracks, sorted by key so that the result is
    /// deterministic, then the corrections of names.
    init(
        _ trackCorrections: [Int64: TrackCorrection], _ uploads: [Int64: Upload], _ lessons: [ListenerKnowledge.Lesson]
    ) {
        let corrections = trackCorrections.filter { !$0.value.isNothing }.sorted { $0.key < $1.key }
            .compactMap { track, correction -> Lesson? in
                guard let upload = uploads[track] else { return nil }
                return .file(
                    upload, artists: correction.artists, title: correction.title, album: correction.album,
                    label: correction.label)
            }
        let names = lessons.compactMap { lesson -> Lesson? in
            switch lesson.kind {
            case .alias: .merge(name: lesson.subject, into: lesson.names[0])
            case .rename: .rename(name: lesson.subject, to: lesson.names[0])
            case .split: .split(name: lesson.subject, into: lesson.names)
            case .album, .label: nil
            }
        }
        self.init(corrections + names)
    }
}

extension ListenerKnowledge.Lesson {
    /// The identity of a correction within its kind: the corrected name and, for an album, also the artist.
    var subjectKey: String {
        let artist = kind == .album && names.count > 1 ? " \u{2044} " + ArtistName.foldKey(names[1]) : ""
        return ArtistName.foldKey(subject) + artist
    }
}
