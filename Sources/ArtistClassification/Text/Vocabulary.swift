/// The meanings of words in titles, in the languages of the uploads. Names of artists, labels and shows are learnt from the library instead.
struct WordMeaning: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// "feat.", "ft.", "featuring": the names of further artists follow.
    static let featuring = WordMeaning(rawValue: 1 << 0)
    /// "prod.": the producer's name follows.
    static let producing = WordMeaning(rawValue: 1 << 1)
    /// "remix", "edit", "bootleg": a new version by another artist.
    static let remix = WordMeaning(rawValue: 1 << 2)
    /// "live", "acoustic", "demo", "extended": another version by the same artist.
    static let version = WordMeaning(rawValue: 1 << 3)
    static let cover = WordMeaning(rawValue: 1 << 4)
    /// "official", "stream", "subtitled": packaging, a word without information about the music.
    static let wrapping = WordMeaning(rawValue: 1 << 5)
    /// "video", "lyrics", "HD": a word that is packaging even if it is the only such word at the end of a title.
    static let surelyWrapping = WordMeaning(rawValue: 1 << 6)
    /// A word that is packaging only next to other packaging words: "the", "of", "click".
    static let filler = WordMeaning(rawValue: 1 << 7)
    /// "premiere", "exclusive": an announcement at the start of a title.
    static let announcement = WordMeaning(rawValue: 1 << 8)
    /// "episode", "ep.": the number of the episode follows.
    static let episode = WordMeaning(rawValue: 1 << 9)
    /// "podcast", "radio", "mix": a show or another long recording, if a number follows.
    static let show = WordMeaning(rawValue: 1 << 10)
    /// "records", "recordings": an account that publishes other artists.
    static let label = WordMeaning(rawValue: 1 << 11)
    /// "blog", "channel", "promotion", "archive": an account that collects music.
    static let collector = WordMeaning(rawValue: 1 << 12)
    static let by = WordMeaning(rawValue: 1 << 13)
    static let number = WordMeaning(rawValue: 1 << 14)
    /// "x", "×", "vs": joins collaborating artists.
    static let joining = WordMeaning(rawValue: 1 << 15)
    /// "album", "EP", "soundtrack": a release.
    static let release = WordMeaning(rawValue: 1 << 16)
    /// "dance", "stage", "teaser": the kind of a video, such as a filmed performance. The word often follows a quoted title.
    static let performance = WordMeaning(rawValue: 1 << 17)
    /// "performed", "originally": the original artist's name follows.
    static let original = WordMeaning(rawValue: 1 << 18)
    /// "official", "music", "VEVO": a suffix of account names.
    static let accountSuffix = WordMeaning(rawValue: 1 << 19)
    /// "theme", "soundtrack", "OST": the text before the dash is a work.
    static let work = WordMeaning(rawValue: 1 << 20)
    /// "unknown", "various": a placeholder for a name.
    static let nobody = WordMeaning(rawValue: 1 << 21)
    /// "download", "dl": follows "free" and similar words.
    static let download = WordMeaning(rawValue: 1 << 22)
    /// "and", "und", "и": joins the last two names of a list.
    static let and = WordMeaning(rawValue: 1 << 23)
    static let of = WordMeaning(rawValue: 1 << 24)
    static let from = WordMeaning(rawValue: 1 << 25)
    /// "with": a credit only at the start of a bracket.
    static let along = WordMeaning(rawValue: 1 << 26)
    /// "records": a word that is enough to show that a name is a publisher's.
    static let surelyLabel = WordMeaning(rawValue: 1 << 27)
    static let surelyAnnouncement = WordMeaning(rawValue: 1 << 28)
    /// Packaging that may also be the end of a title: "now", "free", "song".
    static let weak = WordMeaning(rawValue: 1 << 29)
    static let fileEnding = WordMeaning(rawValue: 1 << 30)

    /// "description", "comments": a place to which the uploader refers, as in "tracklist in the description".
    static let place = WordMeaning(rawValue: 1 << 32)
    /// "style", "manner": the music imitates another artist, as in "in the style of".
    static let style = WordMeaning(rawValue: 1 << 31)

    /// A word that names a version even if it is the only word after a dash: "demo", "remix", but not "intro" or "house".
    static let surelyVersion = WordMeaning(rawValue: 1 << 33)
    /// "at", "in": the place of a live performance follows.
    static let venue = WordMeaning(rawValue: 1 << 34)
    /// "podcast": a long recording, with or without a number.
    static let longForm = WordMeaning(rawValue: 1 << 35)

    /// "piano", "choir", "metal", "quick": the manner or performers of a cover, not the original artist's name.
    static let manner = WordMeaning(rawValue: 1 << 36)
    /// "No.", "Op.", "BWV": a work's catalogue number follows.
    static let opus = WordMeaning(rawValue: 1 << 37)
    /// "major", "minor": the mode of a work.
    static let mode = WordMeaning(rawValue: 1 << 38)
    /// "type": the music imitates another artist, as in "type beat".
    static let type = WordMeaning(rawValue: 1 << 39)
    static let beat = WordMeaning(rawValue: 1 << 40)
    /// "day", "week": a period, as in "… of the day".
    static let period = WordMeaning(rawValue: 1 << 41)
    /// "intro", "interlude": part of a recording.
    static let section = WordMeaning(rawValue: 1 << 42)

    /// The title contains a "#".
    static let hashtag = WordMeaning(rawValue: 1 << 43)

    /// "lesson", "part", "side": a position in a series, with a number.
    static let unit = WordMeaning(rawValue: 1 << 44)
    /// "part", "disc", "side": a numbered part of one artist's work.
    static let part = WordMeaning(rawValue: 1 << 45)
    /// "sonata", "suite": a musical form.
    static let form = WordMeaning(rawValue: 1 << 46)
    /// "hours", "minutes": a duration.
    static let duration = WordMeaning(rawValue: 1 << 47)
    /// "show", "meeting": the last word of an event's name, as in "Planning meeting".
    static let event = WordMeaning(rawValue: 1 << 48)

    /// "main", "opening", "boss": a word in the title of a theme, as in "Main Theme".
    static let theme = WordMeaning(rawValue: 1 << 49)

    /// "and", "vs", "b2b": a separator between the names of a list.
    static let listing = WordMeaning(rawValue: 1 << 50)

    /// "lyrics", "letra": an upload that shows the lyrics, usually made by someone other than the artist.
    static let lyrics = WordMeaning(rawValue: 1 << 51)

    static let allWrapping: WordMeaning = [.wrapping, .surelyWrapping, .download]
    static let credit: WordMeaning = [.featuring, .producing]

    /// The meanings that have words, by their names in `vocabulary.txt`.
    static let named: [String: WordMeaning] = [
        "featuring": .featuring, "along": .along, "producing": .producing, "remix": .remix, "version": .version,
        "cover": .cover, "surelyWrapping": .surelyWrapping, "wrapping": .wrapping, "download": .download,
        "filler": .filler, "announcement": .announcement, "surelyVersion": .surelyVersion, "venue": .venue,
        "longForm": .longForm, "episode": .episode, "show": .show, "label": .label, "surelyLabel": .surelyLabel,
        "collector": .collector, "weak": .weak, "surelyAnnouncement": .surelyAnnouncement, "fileEnding": .fileEnding,
        "by": .by, "lyrics": .lyrics, "joining": .joining, "listing": .listing, "release": .release,
        "performance": .performance, "original": .original, "accountSuffix": .accountSuffix, "work": .work,
        "nobody": .nobody, "and": .and, "place": .place, "style": .style, "of": .of, "manner": .manner, "opus": .opus,
        "mode": .mode, "type": .type, "beat": .beat, "unit": .unit, "part": .part, "form": .form, "theme": .theme,
        "duration": .duration, "event": .event, "period": .period, "section": .section, "from": .from,
    ]
}

/// The meanings of words, by the hash of each word's folded letters.
enum Vocabulary {
    static func meaning(of hash: UInt64) -> WordMeaning { meanings[hash] }

    /// Returns the FNV-1a hash of folded bytes. A test checks that no two words of the vocabulary share a hash.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(emptyHash, hash) }

    static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Returns the hash extended by one byte.
    @inline(__always)
    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    /// The words of each meaning, in the order of `vocabulary.txt`, whose lines have the form "meaning: words".
    static let lists: [(WordMeaning, Substring)] = EmbeddedText.files.flatMap { $0.text.split(separator: "\n") }
        .compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let meaning = WordMeaning.named[String(parts[0])] else { return nil }
            return (meaning, parts[1])
        }

    private static let meanings: Meanings = {
        var meanings: [UInt64: WordMeaning] = [:]
        for (meaning, words) in lists {
            for word in words.split(separator: " ") {
                meanings[hash(Folding.bytes(word.unicodeScalars)), default: []].formUnion(meaning)
            }
        }
        return Meanings(meanings)
    }()

    /// A hash table whose keys are already hashes. No stored key comes from input.
    private struct Meanings: Sendable {
        private var slots: [(hash: UInt64, meaning: WordMeaning)]

        init(_ meanings: [UInt64: WordMeaning]) {
            var count = 1024
            while count < meanings.count * 4 { count *= 2 }
            slots = Array(repeating: (0, []), count: count)
            for (hash, meaning) in meanings {
                var slot = Int(truncatingIfNeeded: hash) & (count - 1)
                while !slots[slot].meaning.isEmpty { slot = (slot + 1) & (count - 1) }
                slots[slot] = (hash, meaning)
            }
        }

        subscript(hash: UInt64) -> WordMeaning {
            let mask = slots.count - 1
            var slot = Int(truncatingIfNeeded: hash) & mask
            while !slots[slot].meaning.isEmpty {
                if slots[slot].hash == hash { return slots[slot].meaning }
                slot = (slot + 1) & mask
            }
            return []
        }
    }
}
