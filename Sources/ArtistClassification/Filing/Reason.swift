/// A reason for a filing.
public struct Reason: Sendable, Hashable, Codable {
    /// The kind of a reason. `text` has a sentence for each kind.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case corrected, taughtName, taughtAccount
        case beforeDash, afterDash, beforeQuotation, afterQuotation, by, unmarked, performing, metadata, metadataSeconds
        case account, ownAccount, accountContains, accountOwner, accountUnknown
        case sameTitle, sameRecording, knownName, knownWork
        case episode, style, remix, ownRemix, cover, versionAfterDash, joined, divided, nobody
    }

    public var kind: Kind
    /// The name, or the names separated by commas, for the sentence of the reason. Some sentences do not contain it.
    public var subject: String

    public init(_ kind: Kind, _ subject: String = "") {
        self.kind = kind
        self.subject = subject
    }

    /// The reason as a sentence for the listener.
    public var text: String {
        switch kind {
        case .corrected: "You filed this track here."
        case .taughtName: "You said that this is \(subject)."
        case .taughtAccount: "You filed other uploads of this account under \(subject)."
        case .beforeDash: "The title names \(subject) before the dash."
        case .afterDash: "The title names \(subject) after the dash."
        case .beforeQuotation: "The title names \(subject) before the words in quotation marks."
        case .afterQuotation: "The title names \(subject) after the words in quotation marks."
        case .by: "The title says that the track is by \(subject)."
        case .unmarked: "The title names \(subject) without a separator."
        case .performing: "The title names \(subject) as the performer."
        case .metadata: "The uploader gave \(subject) as the artist."
        case .metadataSeconds: "The uploader's artist field also names \(subject)."
        case .account:
            "Neither the title nor the artist field names another artist, so the account \(subject) counts as the artist."
        case .ownAccount: "The account is \(subject)'s own."
        case .accountContains: "The account's name contains \(subject)."
        case .accountOwner: "Other uploads of this account name \(subject)."
        case .accountUnknown: "The account is not known as an artist."
        case .sameTitle: "Another upload with the same title is by \(subject)."
        case .sameRecording: "Another upload of this recording is by \(subject)."
        case .knownName: "\(subject) is an artist elsewhere in the library."
        case .knownWork: "\(subject) has this title in another upload."
        // The text is stored with each track and compared by the index of suggestions (migration 0024). Change it only with a migration.
        case .episode: "It is an episode, which stays with its show."
        case .style: "A track in the style of another artist is filed under the account that uploaded the track."
        case .remix: "A remix stays with the artist of the original."
        case .ownRemix: "The account made this remix, and the original's artist is not known."
        case .cover: "A cover is filed under the artist who plays it."
        case .versionAfterDash: "The text after the dash only names the version."
        case .joined: "\(subject) is kept as one name: nothing shows that it names several artists."
        case .divided: "These are separate artists: \(subject)."
        case .nobody: "Nothing names an artist."
        }
    }
}
