/// Files tracks under their true artist: the performer, not the account that uploaded them.
///
/// Made from what a library knows and what was taught; then a value without state, so that any number of tracks can be classified
/// at once, in any order, with the same result. Making it costs a pass over the evidence, a track some microseconds.
public struct Classifier: Sendable {
    /// Rises when the rules change: filings of another version are worth computing anew.
    public static let version = 1

    /// From how long on a recording is suggested for the podcasts.
    public static let longRecordingMs: Int64 = 20 * 60_000

    let evidence: Evidence
    let identities: Identities
    let lessons: Lessons
    let profiles: [String: Profile]

    public init(_ evidence: Evidence, teaching: Teaching = .nothing) {
        self.evidence = evidence
        identities = Identities(evidence, teaching)
        profiles = evidence.accounts.mapValues { Profile($0, in: evidence) }
        lessons = Lessons(teaching)
    }

    /// Where the upload is filed. It need not be part of the evidence.
    public func classify(_ upload: Upload) -> Filing {
        let id = Evidence.accountID(upload)
        let account = evidence.accounts[id]?.account ?? Account(upload.uploader)
        let clues = Clues(upload, account: account)
        let judgement = Judgement(clues, upload, id, self)
        var filing = judgement.filing()
        lessons.apply(to: &filing, identities)
        return filing
    }

    /// Classifies a whole library by itself.
    public static func filings(of uploads: [Upload], teaching: Teaching = .nothing) -> [Filing] {
        let classifier = Classifier(Evidence(uploads), teaching: teaching)
        return uploads.map(classifier.classify)
    }
}
