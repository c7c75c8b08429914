/// One thing that a source says, before anything is compared or written.
///
/// Items refer to each other by the source's own keys, in any order; what is referred to may be in the same source or
/// already there from an earlier import of it.
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
}
