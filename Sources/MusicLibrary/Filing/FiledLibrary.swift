import ArtistClassification

/// What acts on one listener's library go by: the uploads that are evidence, what was said of tracks and of names, and the library as
/// all that files it.
///
/// Kept between acts (``FiledLibraryMemory``), and then a lesson costs what it reaches: which tracks it files otherwise is found
/// without filing all of them (``TaughtLibrary``). The first lesson classifies the library once.
struct FiledLibrary: Sendable {
    private(set) var uploads: [Int64: Upload]
    /// Of each track of the library.
    private(set) var said: [Int64: Said]
    /// In the order in which they were taught.
    private(set) var lessons: [ListenerKnowledge.Lesson]
    private var tracks: [String: Int64] = [:]
    private var places: TaughtPlaces
    private var evidence: Evidence
    private var classifier: Classifier
    private var taught: TaughtLibrary?

    /// O(uploads).
    init(uploads: [Int64: Upload], said: [Int64: Said], lessons: [ListenerKnowledge.Lesson]) {
        (self.uploads, self.said, self.lessons) = (uploads, said, lessons)
        places = TaughtPlaces(lessons)
        tracks.reserveCapacity(uploads.count)
        for (track, upload) in uploads { tracks[upload.id] = track }
        evidence = Evidence(uploads.values)
        classifier = Classifier(evidence, teaching: Teaching(said, uploads, lessons))
    }

    /// Of somebody who has nothing.
    static var empty: FiledLibrary { FiledLibrary(uploads: [:], said: [:], lessons: []) }

    /// A track by its name, whether it is in the library or not.
    func track(_ urn: CloudURN) -> Int64? { tracks[urn.description] }

    /// How a track is filed.
    func filing(_ track: Int64) -> Filing? { uploads[track].map { stored(classifier.classify($0), of: track) } }

    /// With what is laid over a conclusion, since it teaches nothing of others.
    private func stored(_ concluded: Filing, of track: Int64) -> Filing { stored(concluded, of: track, places) }

    private func stored(_ concluded: Filing, of track: Int64, _ places: TaughtPlaces) -> Filing {
        var filing = concluded
        said[track]?.apply(to: &filing)
        places.apply(to: &filing)
        return filing
    }

    /// Names whose spelling was taught.
    var taughtNames: [String] { Self.taughtNames(said.values, lessons) }

    static func taughtNames(_ said: some Sequence<Said>, _ lessons: [ListenerKnowledge.Lesson]) -> [String] {
        let ofArtists = lessons.filter(\.kind.isOfArtists)
        return Set(ofArtists.flatMap(\.names) + said.lazy.compactMap(\.artists).joined()).sorted()
    }

    /// Whether SoundCloud says something else of one of these than it did when they were read.
    func contradicts(_ now: [Int64: Upload]) -> Bool {
        now.contains { track, upload in uploads[track].map { $0 != upload } ?? false }
    }

    /// Takes more uploads as evidence: O(names and accounts).
    mutating func know(_ more: [Int64: Upload]) {
        for (track, upload) in more where uploads[track] == nil {
            uploads[track] = upload
            tracks[upload.id] = track
            evidence.add(upload)
        }
        classifier = Classifier(evidence, teaching: Teaching(said, uploads, lessons))
        taught = nil
    }

    /// Adds a track, of which nothing is said.
    mutating func add(_ track: Int64) {
        said[track] = Said()
        if let upload = uploads[track] { _ = taught?.file(upload) }
    }

    /// Takes a track out. What was said of it teaches no more; what that taught of others stays as it is filed, as nothing moves by
    /// itself. Uploads stay evidence.
    mutating func remove(_ track: Int64) {
        guard let words = said.removeValue(forKey: track), !words.isNothing else { return }
        let teaching = Teaching(said, uploads, lessons)
        guard var taught = self.taught else {
            classifier = classifier.taught(teaching)
            return
        }
        // Not copied while it changes.
        self.taught = nil
        _ = taught.teach(teaching)
        classifier = taught.classifier
        self.taught = taught
    }

    /// Says something of a track of the library; whatever is filed otherwise by it.
    mutating func say(_ words: Said, of track: Int64) -> [Int64: Filing] {
        refiling { $0.said[track] = words }
    }

    /// Teaches something of a name, in place of what was taught of it before; whatever is filed otherwise by it.
    mutating func learn(_ lesson: ListenerKnowledge.Lesson) -> [Int64: Filing] {
        refiling { library in
            library.lessons.removeAll { $0.kind == lesson.kind && $0.subjectKey == lesson.subjectKey }
            library.lessons.append(lesson)
        }
    }

    /// Forgets what was taught of a name; whatever is filed otherwise without it.
    mutating func forget(_ lesson: ListenerKnowledge.Lesson) -> [Int64: Filing] {
        refiling { $0.lessons.removeAll { $0 == lesson } }
    }

    private mutating func refiling(_ change: (inout FiledLibrary) -> Void) -> [Int64: Filing] {
        var taught = self.taught ?? TaughtLibrary(said.keys.lazy.compactMap { [uploads] in uploads[$0] }, classifier)
        // Not copied while it changes.
        self.taught = nil
        let placesBefore = places
        change(&self)
        places = TaughtPlaces(lessons)
        let moved = taught.teach(Teaching(said, uploads, lessons))
        classifier = taught.classifier
        var filings: [Int64: Filing] = [:]
        for filing in moved {
            if let track = tracks[filing.id] { filings[track] = stored(filing, of: track) }
        }
        if places != placesBefore {
            for filing in taught.filings(under: places.subjects.union(placesBefore.subjects)) {
                guard let track = tracks[filing.id] else { continue }
                let now = stored(filing, of: track)
                if now != stored(filing, of: track, placesBefore) { filings[track] = now }
            }
        }
        self.taught = taught
        return filings
    }
}

extension Teaching {
    /// All that was taught: by corrections in the order of the tracks, so that the same words teach the same, and of names.
    init(_ said: [Int64: Said], _ uploads: [Int64: Upload], _ lessons: [ListenerKnowledge.Lesson]) {
        let corrections = said.filter { !$0.value.isNothing }.sorted { $0.key < $1.key }
            .compactMap { track, said -> Lesson? in
                guard let upload = uploads[track] else { return nil }
                return .file(upload, artists: said.artists, title: said.title, album: said.album, label: said.label)
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
    /// What lessons of a kind are told apart by: the name that they are of, and the artist of an album, who is part of what it is.
    var subjectKey: String {
        let artist = kind == .album && names.count > 1 ? " \u{2044} " + ArtistName.shelfKey(names[1]) : ""
        return ArtistName.shelfKey(subject) + artist
    }
}
