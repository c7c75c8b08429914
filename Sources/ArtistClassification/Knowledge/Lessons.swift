/// The lessons, indexed for look-ups.
struct Lessons: Sendable {
    struct Correction: Sendable, Hashable {
        var artists: [String]?
        var title: String?
        var album: String?
        var label: String?
    }

    private(set) var corrections: [String: Correction] = [:]
    /// The artist of an account's uploads that name no artist, by the account's key.
    private(set) var accounts: [String: String] = [:]
    /// The conclusions from corrections.
    var learnt = Learnt()

    init(_ teaching: Teaching) {
        for lesson in teaching.lessons {
            switch lesson {
            case .file(let upload, let artists, let title, let album, let label):
                var correction = corrections[upload.id] ?? Correction()
                if let artists { correction.artists = artists }
                if let title { correction.title = title }
                if let album { correction.album = album }
                if let label { correction.label = label }
                corrections[upload.id] = correction
            case .account(let uploader, let artist): accounts[Account(uploader).key] = artist
            case .merge, .rename, .split, .keep: break
            }
        }
    }

    /// Returns the keys for which these lessons differ from other lessons.
    func differences(from other: Lessons) -> Set<String> {
        learnt.names.symmetricDifference(other.learnt.names)
            .union(accounts.differences(from: other.accounts))
            .union(learnt.accounts.differences(from: other.learnt.accounts))
            .union(learnt.titles.differences(from: other.learnt.titles))
    }
}
