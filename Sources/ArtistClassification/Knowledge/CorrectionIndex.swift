/// The corrections of tracks and accounts, indexed by the upload's identifier and the account's key.
struct CorrectionIndex: Sendable {
    /// The corrected values of a track. Values that are `nil` are not corrected.
    struct TrackValues: Sendable, Hashable {
        var artists: [String]?
        var title: String?
        var album: String?
        var label: String?
    }

    private(set) var trackValues: [String: TrackValues] = [:]
    /// The artist of an account's uploads that name no artist, by the account's key.
    private(set) var accounts: [String: String] = [:]
    /// The conclusions from the corrections of single uploads.
    var conclusions = CorrectionConclusions()

    init(_ corrections: ListenerCorrections) {
        for correction in corrections.corrections {
            switch correction {
            case .file(let upload, let artists, let title, let album, let label):
                var values = trackValues[upload.id] ?? TrackValues()
                if let artists { values.artists = artists }
                if let title { values.title = title }
                if let album { values.album = album }
                if let label { values.label = label }
                trackValues[upload.id] = values
            case .account(let uploader, let artist): accounts[Account(uploader).key] = artist
            case .merge, .rename, .split, .keep: break
            }
        }
    }

    /// Returns the keys of names, accounts and titles for which the corrections differ, without the values of single tracks.
    func differences(from other: CorrectionIndex) -> Set<String> {
        conclusions.names.symmetricDifference(other.conclusions.names)
            .union(accounts.differences(from: other.accounts))
            .union(conclusions.accounts.differences(from: other.conclusions.accounts))
            .union(conclusions.titles.differences(from: other.conclusions.titles))
    }
}
