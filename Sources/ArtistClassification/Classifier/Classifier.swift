/// Files tracks under their true artist: the performer, not the account that uploaded them.
///
/// A value made from the evidence of a library and from corrections. Tracks can be classified concurrently and in any order with the same
/// result. Making it costs one pass over the evidence, classifying a track some microseconds.
public struct Classifier: Sendable {
    /// The version of the rules. Filings made by another version should be computed again.
    public static let version = 2

    /// The duration in milliseconds from which a recording is suggested for the podcasts.
    public static let longRecordingMs = Upload.longRecordingMs

    let knowledge: Knowledge

    /// A classifier for a library with its corrections.
    ///
    /// A correction of one upload also applies to others: it tells the artist of the account if the title names no other, that two
    /// similar spellings are one artist, that a joined name is several artists or one, whose the title is, and that the name belongs to
    /// an artist. An explicit lesson takes precedence over these conclusions.
    public init(_ evidence: Evidence, teaching: Teaching = .nothing) {
        knowledge = Knowledge(Knowledge.Ground(evidence), teaching)
    }

    private init(_ knowledge: Knowledge) { self.knowledge = knowledge }

    /// A classifier for the same library with other lessons: O(lessons).
    public func taught(_ teaching: Teaching) -> Classifier { Classifier(Knowledge(knowledge.ground, teaching)) }

    /// The filing of an upload, which need not be part of the evidence.
    public func classify(_ upload: consuming Upload) -> Filing { classify(upload, asking: nil) }

    func classify(_ upload: consuming Upload, asking questions: Questions?) -> Filing {
        let known = knowledge.accounts[Evidence.accountID(upload)]
        let clues = Clues(upload, account: known?.tally.account ?? Account(upload.uploader))
        let filing = Judgement(clues, upload, known, knowledge, asking: questions).filing()
        guard let correction = knowledge.lessons.corrections[filing.id] else { return filing }
        var corrected = filing
        knowledge.lessons.apply(correction, to: &corrected, knowledge.identities, asking: questions)
        return corrected
    }

    /// Classifies a library with only its own uploads as evidence.
    public static func filings(of uploads: [Upload], teaching: Teaching = .nothing) -> [Filing] {
        let classifier = Classifier(Evidence(uploads), teaching: teaching)
        return uploads.map(classifier.classify)
    }
}
