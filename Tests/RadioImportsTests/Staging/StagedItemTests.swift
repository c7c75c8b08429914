import Testing

@testable import RadioImports

/// The staged JSON of drafts. Existing installations identify pictures by this text, so it must not change.
struct StagedItemTests {
    @Test(arguments: DraftSamples.all)
    func aDraftIsStagedAsJSONOfItsMembers(sample: DraftSamples.Sample) throws {
        let staged = try StagedItem(sample.item, number: 7, at: FilePosition(file: "file", line: 1))
        #expect(staged.json == sample.json)
        #expect(staged.kind == sample.item.kind)
        #expect(staged.n == 7)
    }

    @Test func everyKindOfDraftHasExactlyOneSample() {
        let kinds = DraftSamples.all.map(\.item.kind)
        #expect(kinds == DraftItem.drafts.map { $0.kind.description })
        #expect(Set(kinds).count == kinds.count)
    }

    @Test func aStagedSegmentIsIdentifiedByItsBroadcast() throws {
        let staged = try StagedItem(
            .segment(SegmentDraft(airing: "b1", offsetMs: 0, durationMs: 0)), number: 1,
            at: FilePosition(file: "", line: 0))
        #expect(staged.key == "b1")
        #expect(staged.json == #"{"kind":"item"}"#)
    }

    @Test func theMarkOfAMentionedShowIsNotPartOfTheStagedJSON() throws {
        var draft = ShowDraft(key: "k", title: "T")
        #expect(try !StagedItem(.show(draft), number: 1, at: FilePosition(file: "", line: 0)).isMention)
        draft.isMention = true
        let staged = try StagedItem(.show(draft), number: 1, at: FilePosition(file: "", line: 0))
        #expect(staged.isMention)
        #expect(staged.json == #"{"title":"T"}"#)
    }
}
