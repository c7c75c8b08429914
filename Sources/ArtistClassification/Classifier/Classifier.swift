/// A classifier that files tracks under their performer instead of the uploading account, from the evidence of a library and from corrections.
///
/// Tracks can be classified concurrently and in any order with the same result.
public struct Classifier: Sendable {
    /// The version of the rules. Recompute filings made by another version.
    public static let version = 2

    /// The duration, in milliseconds, from which a recording is suggested as a podcast.
    public static let longRecordingMs = Upload.longRecordingMs

    let knowledge: Knowledge

    /// Creates a classifier for a library with its corrections. O(n log n) in the size of the evidence, and O(n) in the number of corrections.
    ///
    /// A correction of one upload also affects other uploads: it can show the artist of an account or of a title, that two spellings mean one artist,
    /// or whether a joined name means several artists. Explicit corrections take precedence over these conclusions.
    public init(_ evidence: Evidence, corrections: ListenerCorrections = .nothing) {
        knowledge = Knowledge(Knowledge.LibraryKnowledge(evidence), corrections)
    }

    private init(_ knowledge: Knowledge) { self.knowledge = knowledge }

    /// Returns a classifier for the same library with other corrections. O(n) in the number of corrections.
    public func corrected(_ corrections: ListenerCorrections) -> Classifier {
        Classifier(Knowledge(knowledge.libraryKnowledge, corrections))
    }

    /// Returns the filing of an upload. The upload need not be part of the evidence, and does not become a part of it.
    public func classify(_ upload: consuming Upload) -> Filing { classify(upload, recording: nil) }

    func classify(_ upload: consuming Upload, recording consultedKeys: ConsultedKeys?) -> Filing {
        let known = knowledge.accounts[Evidence.accountID(upload)]
        let clues = Clues(upload, account: known?.tally.account ?? Account(upload.uploader))
        let filing = Judgement(clues, upload, known, knowledge, recording: consultedKeys).filing()
        guard let correction = knowledge.corrections.trackValues[filing.id] else { return filing }
        var corrected = filing
        knowledge.corrections.apply(correction, to: &corrected, knowledge.identities, recording: consultedKeys)
        return corrected
    }

    /// Classifies uploads with these uploads as the only evidence. Returns the filings in the order of the uploads.
    public static func filings(of uploads: [Upload], corrections: ListenerCorrections = .nothing) -> [Filing] {
        let classifier = Classifier(Evidence(uploads), corrections: corrections)
        return uploads.map(classifier.classify)
    }
}
