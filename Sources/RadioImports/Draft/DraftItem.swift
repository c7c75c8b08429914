/// An item read from a source, before comparison with the database.
///
/// Items refer to each other by the keys of the source. The referenced item can come earlier or later, in another file, or from an earlier import.
public enum DraftItem: Sendable, Hashable {
    case category(CategoryDraft)
    case channel(ChannelDraft)
    case genre(GenreDraft)
    case person(PersonDraft)
    case show(ShowDraft)
    case serial(SerialDraft)
    case episode(EpisodeDraft)
    case tag(TagDraft)
    case rule(RuleDraft)
    case airing(AiringDraft)
    case segment(SegmentDraft)
    case cut(CutDraft)
    case version(VersionDraft)

    var draft: any Draft {
        switch self {
        case .category(let draft): draft
        case .channel(let draft): draft
        case .genre(let draft): draft
        case .person(let draft): draft
        case .show(let draft): draft
        case .serial(let draft): draft
        case .episode(let draft): draft
        case .tag(let draft): draft
        case .rule(let draft): draft
        case .airing(let draft): draft
        case .segment(let draft): draft
        case .cut(let draft): draft
        case .version(let draft): draft
        }
    }

    /// All kinds, each after the kinds to which it refers, except that a tag lists episodes.
    static let drafts: [any Draft.Type] = [
        CategoryDraft.self, GenreDraft.self, PersonDraft.self, ChannelDraft.self, ShowDraft.self, SerialDraft.self,
        TagDraft.self, EpisodeDraft.self, RuleDraft.self, AiringDraft.self, SegmentDraft.self, CutDraft.self,
        VersionDraft.self,
    ]
}
