import Testing

@testable import ArtistClassification

struct VocabularyTests {
    @Test func noTwoVocabularyWordsShareAHash() {
        var words: [UInt64: Set<String>] = [:]
        for (_, list) in Vocabulary.lists {
            for word in list.split(separator: " ") {
                let key = ArtistName.key(String(word))
                words[Vocabulary.hash(key.utf8), default: []].insert(key)
            }
        }
        #expect(words.values.filter { $0.count > 1 }.isEmpty)
    }

    /// A line of the file whose name is not the name of a meaning would be ignored.
    @Test func everyListOfTheVocabularyFileHasAMeaning() {
        #expect(Vocabulary.lists.count == WordMeaning.named.count)
        #expect(EmbeddedText.files.flatMap { $0.text.split(separator: "\n") }.count == Vocabulary.lists.count)
    }

    @Test func onlyLongNamesWithASmallDifferenceAreSimilar() {
        #expect(CorrectionConclusions.isAlike("nordlicht", "nordlichtt"))
        #expect(CorrectionConclusions.isAlike("nordlicht", "nordlichtmusic"))
        #expect(!CorrectionConclusions.isAlike("nordlicht", "embers"))
        #expect(!CorrectionConclusions.isAlike("ice", "icy"))
        #expect(!CorrectionConclusions.isAlike("ice", "iceage"))
    }
}
