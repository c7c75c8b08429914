/// Files tracks under their true artist: the performer, not the account that uploaded them.
///
/// Made from what a library knows and what was taught; then a value without state, so that any number of tracks can be classified
/// at once, in any order, with the same result. Making it costs a pass over the evidence, a track some microseconds.
public struct Classifier: Sendable {
    /// Rises when the rules change: filings of another version are worth computing anew.
    public static let version = 2

    /// From how long on a recording is suggested for the podcasts.
    public static let longRecordingMs: Int64 = 20 * 60_000

    let knowledge: Knowledge

    /// A classifier for a library, as far as it was taught.
    ///
    /// A correction of one upload also teaches of others: whose the account is, when nothing else in the title named an artist;
    /// that two alike spellings are one artist; that a joined name is several artists, or one; whose the title is; that the
    /// name is an artist's. What a lesson says outright goes before what corrections imply.
    public init(_ evidence: Evidence, teaching: Teaching = .nothing) {
        knowledge = Knowledge(Knowledge.Ground(evidence), teaching)
    }

    private init(_ knowledge: Knowledge) { self.knowledge = knowledge }

    /// A classifier for the same library that was taught this instead: O(lessons).
    public func taught(_ teaching: Teaching) -> Classifier { Classifier(Knowledge(knowledge.ground, teaching)) }

    /// Where the upload is filed. It need not be part of the evidence.
    public func classify(_ upload: Upload) -> Filing { classify(upload, asking: nil) }

    func classify(_ upload: Upload, asking questions: Questions?) -> Filing {
        let known = knowledge.accounts[Evidence.accountID(upload)]
        let clues = Clues(upload, account: known?.tally.account ?? Account(upload.uploader))
        var filing = Judgement(clues, upload, known, knowledge, asking: questions).filing()
        knowledge.lessons.apply(to: &filing, knowledge.identities, asking: questions)
        return filing
    }

    /// Classifies a whole library by itself.
    public static func filings(of uploads: [Upload], teaching: Teaching = .nothing) -> [Filing] {
        let classifier = Classifier(Evidence(uploads), teaching: teaching)
        return uploads.map(classifier.classify)
    }
}
