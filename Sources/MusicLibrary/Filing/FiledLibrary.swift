import ArtistClassification
import SoundCloud

/// The inputs of a change to a listener's library: uploads as evidence, corrections of tracks and names, and the classified library.
///
/// The value is cached between changes (``FiledLibraryCache``). The first correction after new evidence classifies the whole library, and other
/// corrections only the affected tracks (`CorrectedLibrary`).
struct FiledLibrary: Sendable {
    private(set) var uploads: [Int64: Upload]
    /// The correction of each track in the library; an empty correction for an uncorrected track.
    private(set) var trackCorrections: [Int64: TrackCorrection]
    /// The corrections of names, in the order in which they were made.
    private(set) var nameCorrections: [ListenerKnowledge.NameCorrection]
    private var tracks: [String: Int64] = [:]
    private var corrections: EntryCorrections
    private var evidence: Evidence
    private var classifier: Classifier
    private var corrected: CorrectedLibrary?

    /// Builds the library from stored data. O(n log n) in the number of uploads, and O(n) in the number of corrections.
    init(
        uploads: [Int64: Upload], trackCorrections: [Int64: TrackCorrection],
        nameCorrections: [ListenerKnowledge.NameCorrection]
    ) {
        (self.uploads, self.trackCorrections, self.nameCorrections) = (uploads, trackCorrections, nameCorrections)
        corrections = EntryCorrections(nameCorrections)
        tracks.reserveCapacity(uploads.count)
        for (track, upload) in uploads { tracks[upload.id] = track }
        evidence = Evidence(uploads.values)
        classifier = Classifier(evidence, corrections: ListenerCorrections(trackCorrections, uploads, nameCorrections))
    }

    /// A library without uploads, tracks and corrections.
    static var empty: FiledLibrary { FiledLibrary(uploads: [:], trackCorrections: [:], nameCorrections: []) }

    /// Returns the key of the track with this URN, or `nil` if the evidence has no such upload. The library need not contain the track.
    func track(_ urn: CloudURN) -> Int64? { tracks[urn.description] }

    /// Returns the filing of a track with all corrections, or `nil` if the track's upload does not belong to the evidence.
    func filing(_ track: Int64) -> Filing? { uploads[track].map { stored(classifier.classify($0), of: track) } }

    /// Returns the classifier's filing with the corrections that the classifier does not handle.
    private func stored(_ concluded: Filing, of track: Int64) -> Filing { stored(concluded, of: track, corrections) }

    private func stored(_ concluded: Filing, of track: Int64, _ corrections: EntryCorrections) -> Filing {
        var filing = concluded
        trackCorrections[track]?.apply(to: &filing)
        corrections.apply(to: &filing)
        return filing
    }

    /// The artists' names that the corrections of tracks and artists assign, sorted and without duplicates.
    var correctedNames: [String] { Self.correctedNames(trackCorrections.values, nameCorrections) }

    static func correctedNames(
        _ trackCorrections: some Sequence<TrackCorrection>, _ nameCorrections: [ListenerKnowledge.NameCorrection]
    )
        -> [String]
    {
        let ofArtists = nameCorrections.filter(\.kind.isOfArtists)
        return Set(ofArtists.flatMap(\.names) + trackCorrections.lazy.compactMap(\.artists).joined()).sorted()
    }

    /// Returns whether any of these uploads, given by track key, differs from the library's upload of the same track. Tracks without an upload in the
    /// library are ignored.
    func contradicts(_ now: [Int64: Upload]) -> Bool {
        now.contains { track, upload in uploads[track].map { $0 != upload } ?? false }
    }

    /// Adds those uploads, given by track key, that the evidence does not contain. O(n log n) in the size of the evidence. The next correction
    /// classifies the whole library again.
    mutating func addEvidence(_ more: [Int64: Upload]) {
        for (track, upload) in more where uploads[track] == nil {
            uploads[track] = upload
            tracks[upload.id] = track
            evidence.add(upload)
        }
        classifier = Classifier(evidence, corrections: ListenerCorrections(trackCorrections, uploads, nameCorrections))
        corrected = nil
    }

    /// Adds a track without a correction, and classifies the track if the library has been classified.
    mutating func add(_ track: Int64) {
        trackCorrections[track] = TrackCorrection()
        if let upload = uploads[track] { _ = corrected?.file(upload) }
    }

    /// Removes a track and its correction, so that the correction no longer affects later filings of other tracks. The track's upload remains
    /// evidence.
    mutating func remove(_ track: Int64) {
        guard let words = trackCorrections.removeValue(forKey: track), !words.isNothing else { return }
        let corrections = ListenerCorrections(trackCorrections, uploads, nameCorrections)
        guard var corrected = self.corrected else {
            classifier = classifier.corrected(corrections)
            return
        }
        // Releases the stored value, so that the change does not copy it.
        self.corrected = nil
        _ = corrected.correct(corrections)
        classifier = corrected.classifier
        self.corrected = corrected
    }

    /// Sets the correction of a track and returns the filings that change, by track key.
    mutating func correct(_ correction: TrackCorrection, of track: Int64) -> [Int64: Filing] {
        refiling { $0.trackCorrections[track] = correction }
    }

    /// Adds a correction of a name, replacing an earlier correction of the same kind and name, and returns the filings that change.
    mutating func addCorrection(_ correction: ListenerKnowledge.NameCorrection) -> [Int64: Filing] {
        refiling { library in
            library.nameCorrections.removeAll { $0.kind == correction.kind && $0.subjectKey == correction.subjectKey }
            library.nameCorrections.append(correction)
        }
    }

    /// Removes a correction of a name and returns the filings that change.
    mutating func forget(_ correction: ListenerKnowledge.NameCorrection) -> [Int64: Filing] {
        refiling { $0.nameCorrections.removeAll { $0 == correction } }
    }

    private mutating func refiling(_ change: (inout FiledLibrary) -> Void) -> [Int64: Filing] {
        var corrected =
            self.corrected
            ?? CorrectedLibrary(trackCorrections.keys.lazy.compactMap { [uploads] in uploads[$0] }, classifier)
        // Releases the stored value, so that the change does not copy it.
        self.corrected = nil
        let correctionsBefore = corrections
        change(&self)
        corrections = EntryCorrections(nameCorrections)
        let moved = corrected.correct(ListenerCorrections(trackCorrections, uploads, nameCorrections))
        classifier = corrected.classifier
        var filings: [Int64: Filing] = [:]
        for filing in moved {
            if let track = tracks[filing.id] { filings[track] = stored(filing, of: track) }
        }
        if corrections != correctionsBefore {
            for filing in corrected.filings(under: corrections.subjects.union(correctionsBefore.subjects)) {
                guard let track = tracks[filing.id] else { continue }
                let now = stored(filing, of: track)
                if now != stored(filing, of: track, correctionsBefore) { filings[track] = now }
            }
        }
        self.corrected = corrected
        return filings
    }
}

extension ListenerCorrections {
    /// Creates the classifier's corrections: first those of tracks, sorted by key, then those of artists' names. ``EntryCorrections`` has the others.
    init(
        _ trackCorrections: [Int64: TrackCorrection], _ uploads: [Int64: Upload],
        _ nameCorrections: [ListenerKnowledge.NameCorrection]
    ) {
        let corrections = trackCorrections.filter { !$0.value.isNothing }.sorted { $0.key < $1.key }
            .compactMap { track, correction -> Correction? in
                guard let upload = uploads[track] else { return nil }
                return .file(
                    upload, artists: correction.artists, title: correction.title, album: correction.album,
                    label: correction.label)
            }
        let names = nameCorrections.compactMap { correction -> Correction? in
            switch correction.kind {
            case .alias: .merge(name: correction.subject, into: correction.names[0])
            case .rename: .rename(name: correction.subject, to: correction.names[0])
            case .split: .split(name: correction.subject, into: correction.names)
            case .album, .label: nil
            }
        }
        self.init(corrections + names)
    }
}

extension ListenerKnowledge.NameCorrection {
    /// The identity of a correction within its kind: the key of the name before the correction and, for an album, also the key of the artist.
    var subjectKey: String {
        let artist = kind == .album && names.count > 1 ? " \u{2044} " + ArtistName.foldKey(names[1]) : ""
        return ArtistName.foldKey(subject) + artist
    }
}
