/// The meanings of words in titles, in the languages of the uploads. General words only: names of artists, labels and shows are
/// learnt from the library.
struct WordMeaning: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// feat., ft., with: names of further artists follow.
    static let featuring = WordMeaning(rawValue: 1 << 0)
    /// prod.: the producer's name follows.
    static let producing = WordMeaning(rawValue: 1 << 1)
    /// Remix, edit, bootleg: a new version by another artist.
    static let remix = WordMeaning(rawValue: 1 << 2)
    /// Live, acoustic, demo, extended: another version by the same artist.
    static let version = WordMeaning(rawValue: 1 << 3)
    static let cover = WordMeaning(rawValue: 1 << 4)
    /// Video, official, HD: packaging without information about the music.
    static let wrapping = WordMeaning(rawValue: 1 << 5)
    /// A word that is packaging even alone at the end of a title.
    static let surelyWrapping = WordMeaning(rawValue: 1 << 6)
    /// A word that is packaging next to other packaging words, but not alone: "the", "of", "new".
    static let filler = WordMeaning(rawValue: 1 << 7)
    /// Premiere, exclusive: an announcement at the start.
    static let announcement = WordMeaning(rawValue: 1 << 8)
    /// Episode, part: a number within a show follows.
    static let episode = WordMeaning(rawValue: 1 << 9)
    /// Podcast, radio show, mix: a long recording.
    static let show = WordMeaning(rawValue: 1 << 10)
    /// Records, recordings: an account that publishes other artists.
    static let label = WordMeaning(rawValue: 1 << 11)
    /// Blog, channel, promotion, archive: an account that collects music.
    static let collector = WordMeaning(rawValue: 1 << 12)
    static let by = WordMeaning(rawValue: 1 << 13)
    static let number = WordMeaning(rawValue: 1 << 14)
    /// "x", "×", "vs": joins collaborating artists.
    static let joining = WordMeaning(rawValue: 1 << 15)
    /// Album, EP, soundtrack: a release.
    static let release = WordMeaning(rawValue: 1 << 16)
    /// A filmed performance. After a quoted title, the word names the kind of video.
    static let performance = WordMeaning(rawValue: 1 << 17)
    /// Performed, originally: the original artist's name follows.
    static let original = WordMeaning(rawValue: 1 << 18)
    /// Official, music, VEVO: a suffix of account names.
    static let accountSuffix = WordMeaning(rawValue: 1 << 19)
    /// Theme, soundtrack, OST: the text before the dash is a work.
    static let work = WordMeaning(rawValue: 1 << 20)
    /// Unknown, various: a placeholder for a name.
    static let nobody = WordMeaning(rawValue: 1 << 21)
    /// Download, dl: follows "free" and similar words.
    static let download = WordMeaning(rawValue: 1 << 22)
    /// And, und, и: joins the last two names of a list.
    static let and = WordMeaning(rawValue: 1 << 23)
    static let of = WordMeaning(rawValue: 1 << 24)
    static let from = WordMeaning(rawValue: 1 << 25)
    /// With: a credit only at the start of a bracket.
    static let along = WordMeaning(rawValue: 1 << 26)
    /// Records: marks a publisher's name even alone.
    static let surelyLabel = WordMeaning(rawValue: 1 << 27)
    static let surelyAnnouncement = WordMeaning(rawValue: 1 << 28)
    /// Packaging that may also be the end of a title: "now", "free", "song".
    static let weak = WordMeaning(rawValue: 1 << 29)
    /// A file name extension.
    static let fileEnding = WordMeaning(rawValue: 1 << 30)

    /// "in the description": a place to which the uploader refers.
    static let place = WordMeaning(rawValue: 1 << 32)
    /// "in the style of": in another artist's manner.
    static let style = WordMeaning(rawValue: 1 << 31)

    /// A word that names a version even alone after a dash: "demo", "remix", but not "intro" or "house".
    static let surelyVersion = WordMeaning(rawValue: 1 << 33)
    /// At, in: the place of a live performance follows.
    static let venue = WordMeaning(rawValue: 1 << 34)
    /// Podcast: a long recording, with or without a number.
    static let longForm = WordMeaning(rawValue: 1 << 35)

    /// The manner or performers of a cover, not the original artist.
    static let manner = WordMeaning(rawValue: 1 << 36)
    /// "No.", "Op.", "BWV": a work's catalogue number follows.
    static let opus = WordMeaning(rawValue: 1 << 37)
    /// Major, minor: the mode of a work.
    static let mode = WordMeaning(rawValue: 1 << 38)
    /// "type beat": in another artist's manner.
    static let type = WordMeaning(rawValue: 1 << 39)
    static let beat = WordMeaning(rawValue: 1 << 40)
    /// Day, week: a period, as in "… of the day".
    static let period = WordMeaning(rawValue: 1 << 41)
    /// "intro", "interlude": part of a recording.
    static let section = WordMeaning(rawValue: 1 << 42)

    /// The title contains a "#".
    static let hashtag = WordMeaning(rawValue: 1 << 43)

    /// Lesson, part, side: a position in a series, with a number.
    static let unit = WordMeaning(rawValue: 1 << 44)
    /// A part of one artist's work, with a number.
    static let part = WordMeaning(rawValue: 1 << 45)
    /// Sonata, suite: a musical form.
    static let form = WordMeaning(rawValue: 1 << 46)
    /// Hours, minutes: a duration.
    static let duration = WordMeaning(rawValue: 1 << 47)
    /// Show, meeting: an event on a certain day.
    static let event = WordMeaning(rawValue: 1 << 48)

    /// Main, opening, medley: the kind of a work's theme.
    static let theme = WordMeaning(rawValue: 1 << 49)

    /// A separator between the names of a list.
    static let listing = WordMeaning(rawValue: 1 << 50)

    /// Lyrics, letra: an upload that shows lyrics, not by the artist.
    static let lyrics = WordMeaning(rawValue: 1 << 51)

    static let allWrapping: WordMeaning = [.wrapping, .surelyWrapping, .download]
    static let credit: WordMeaning = [.featuring, .producing]
}

/// The meanings of words, by the hash of each word's folded letters.
enum Vocabulary {
    static func meaning(of hash: UInt64) -> WordMeaning { meanings[hash] }

    /// Returns the FNV-1a hash of folded bytes. A test checks that no two words of the vocabulary share a hash; a name that collides with
    /// a word causes at most one misreading.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(emptyHash, hash) }

    /// The hash of no bytes.
    static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Returns the hash extended by one byte.
    @inline(__always)
    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    static let lists: [(WordMeaning, String)] = [
        (.featuring, "feat ft featuring фит фт участии участием уч"),
        (.along, "with w con com avec mit met при"),
        (.producing, "prod produced producer prd прод продакшн"),
        (
            .remix,
            "remix rmx remixed remixes bootleg flip rework reworked refix refixed mashup edit redo rebuild reprise vip remake reedit "
                + "dub refreak recut mix remixado ремикс рмх мэшап リミックス 리믹스 remixe re-edit reimagined reinterpretation tribute mixdown"
        ),
        (
            .version,
            "live acoustic unplugged instrumental demo version ver extended radio karaoke acapella acappella remaster remastered "
                + "demos original club session sessions alternate alternative mono stereo orchestral piano slowed reverb sped nightcore "
                + "snippet preview teaser rough draft clean explicit dirty uncensored censored unreleased rehearsal studio vocal "
                + "лайв живое демо акустика версия инструментал минус ao vivo en vivo acustico acustica acoustique versione versao "
                + "version live ライブ 라이브 바전 inst unfinished unmastered unmixed rough sketch intro outro interlude loop speed dnb trap house techno dubstep wip 8d"
        ),
        (.cover, "cover covered covers кавер cover-version カバー 커버 coverversion"),
        (
            .surelyWrapping,
            "video audio mv pv videoclip clip videoklip clipe lyrics lyric hd hq uhd 4k 8k 1080p 720p 480p 2160p 60fps visualizer visualiser "
                + "visualizador клип видеоклип teledysk klip subtitulado legendado letra letras 뮤직비디오 официальное "
                + "musikvideo musicvideo videoclipe lyricvideo officialvideo songtext songtexte testo sözleri 歌詞 가사 كلمات vietsub"
        ),
        (
            .wrapping,
            "official officiel officielle oficial oficjalny offizielles offizieller ufficiale offisiell videos audio music stream "
                + "streaming exclusive "
                + "full song youtube vevo premiere first out now new available soundcloud spotify itunes bandcamp tv "
                + "animated fan made sub subs español espanol subtitles subtitled art static pseudo color coded eng rom han "
                + "видео аудио официальный премьера текст музыка musica música musique musik tekst paroles teaser trailer "
                + "quality high definition wav mp3 flac 320kbps kbps resmi müzik videosu vídeo oficjalna клипа песни testi sub"
        ),
        (
            .download,
            "free download dl downloads freedownload freedl buy fdl giveaway скачать gratis gratuit telecharger descarga"
        ),
        (
            .filler,
            "the a an at of with and in on for is it le la el il de du this that not no from to explicit talking hot viral version click press grab"
        ),
        (
            .announcement,
            "premiere premier première exclusive premiered premieres estreno estreia preview preview: new debut track-premiere "
                + "anteprima премьера première erstveröffentlichung listen watch free out now unreleased hot fresh repost throwback flashback tbt reupload re-upload reup"
        ),
        (
            .surelyVersion,
            "remix rmx bootleg rework refix mashup edit reedit ремикс рмх remixado live acoustic unplugged instrumental demo demos "
                + "version ver extended acapella acappella karaoke remaster remastered snippet preview лайв демо акустика версия "
                + "acustico acustica acoustique versione versao ライブ 라이브 cover covered кавер カバー 커버 wip inst unfinished unmastered"
        ),
        (.venue, "at in on im no na en from aus bei @ v w"),
        (
            .longForm,
            "podcast podcasts radioshow guestmix livestream liveset djset audiobook audiocast mixcast megamix minimix подкаст вебинар"
        ),
        (
            .episode,
            "ep eps episode episodes epis episodio épisode episódio folge выпуск серия эпизод odcinek avsnitt aflevering puntata díl "
                + "podcast podcasts radioshow подкаст"
        ),
        (
            .show,
            "podcast podcasts radio show radioshow mix mixtape guestmix mixes set sets liveset djset broadcast series hour "
                + "interview talk подкаст радио микс guest sermon lecture audiobook transmission transmissions audiocast mixcast "
                + "resident takeover minimix megamix livestream daily weekly news chapter capitulo teil část session sessions edition "
                + "ausgabe глава chapitre kapitel"
        ),
        (
            .label,
            "records record recordings recs rec recording label labels music musik musique entertainment ent publishing discos disques "
                + "collective imprint netlabel editions éditions verlag tonträger tapes cassettes productions sounds рекордс лейбл группа media digital"
        ),
        (.surelyLabel, "records recordings recs discos disques imprint netlabel рекордс лейбл"),
        (
            .collector,
            "blog channel promo promotion promotions promos network archive archives nation mag magazine playlist playlists uploads "
                + "uploader repost reposts radio tv fm podcast podcasts daily hits charts premieres premiere nation vibes mixes bootlegs "
                + "collection compilation library rips leaks leaked unreleased музыка music videos video fans fan lyrics lyric letra letras "
                + "paroles songtexte karaoke караоке clips songs hd hq"
        ),
        (
            .weak,
            "full song first out now new free hot fan made high raw available music stream color musica música musik art buy"
        ),
        (
            .surelyAnnouncement,
            "premiere premier premiered premieres exclusive estreno estreia anteprima премьера erstveröffentlichung"
        ),
        (.fileEnding, "mp3 wav wmv mp4 flac avi m4a mov aiff aif ogg opus flv mkv mpg mpeg webm wma aac"),
        (.by, "by par por von по"),
        (
            .lyrics,
            "lyrics lyric letra letras paroles songtext songtexte tekst testo testi sözleri текст слова 歌詞 가사 كلمات karaoke караоке "
                + "legendado subtitulado lyricvideo"
        ),
        (.joining, "x х × vs versus"),
        (.listing, "and und vs versus with b2b pres"),
        (
            .release,
            "album lp ep mixtape soundtrack ost single альбом сингл disco disque álbum compilation comp bso deluxe"
        ),
        (
            .performance,
            "dance practice performance stage teaser live mv making choreography fancam relay self-camera comeback special"
        ),
        (.original, "original originally performed orig оригинал"),
        (
            .accountSuffix,
            "official officiel oficial music musik vevo tv band channel topic hq artist musica página fanpage"
        ),
        (.work, "theme ost soundtrack bso тема саундтрек"),
        (
            .nobody,
            "unknown various artist artists va unbekannt desconocido varios неизвестен неизвестный исполнитель none null untitled na"
        ),
        (.and, "and und et y e и og och en ve"),
        (
            .place,
            "desc description descr descrip bio comments beschreibung descripcion descricao description описании комментариях"
        ),
        (.style, "style stile stil manera manner стиле"),
        (.of, "of de di von"),
        (
            .manner,
            "choir piano guitar violin cello ukulele uke harp sax saxophone flute drum drums bass metal rock punk jazz lofi band female "
                + "male full quick short vocal vocals bedroom home solo duet loop looped cappella capella orchestra string strings "
                + "fingerstyle chiptune reggae country emo pop folk swing synthwave one-take rough quartet trio electric synth rap "
                + "пианино гитара скрипка"
        ),
        (.opus, "no nr op opus bwv kv rv hob woo vol volume"),
        (.mode, "major minor dur moll"),
        (.type, "type"),
        (.beat, "beat beats"),
        (
            .unit,
            "lesson day week unit class part pt chapter book module track disc cd side take act scene psalm number teil kapitel capitulo "
                + "chapitre lektion lección leçon урок часть глава день bonus"
        ),
        (.part, "part pt take disc cd side teil часть partie parte"),
        (
            .form,
            "sonata sonate sonatina suite concerto symphony symphonie sinfonia partita requiem prelude nocturne etude fugue waltz mazurka "
                + "cantata magnificat overture rhapsody ballade соната концерт симфония"
        ),
        (.theme, "theme themes medley main title opening ending credits menu boss battle love"),
        (.duration, "hour hours hr hrs min mins minute minutes stunden minuten heures часов часа минут"),
        (.event, "show meeting broadcast sermon service news program programme hour эфир передача sendung émission"),
        (.period, "day week month year"),
        (
            .section,
            "intro outro interlude skit prelude untitled interlud интро аутро скит минус instrumental freestyle nightcore demo фристайл"
        ),
        (.from, "from aus taken off из dal del"),
    ]

    private static let meanings: Meanings = {
        var meanings: [UInt64: WordMeaning] = [:]
        for (meaning, words) in lists {
            for word in words.split(separator: " ") {
                meanings[hash(Folding.bytes(word.unicodeScalars)), default: []].formUnion(meaning)
            }
        }
        return Meanings(meanings)
    }()

    /// A dictionary that is read for each word of each title. The keys are already hashes, and no key comes from input.
    private struct Meanings: Sendable {
        /// The hash table. The number of slots is a power of two, and most slots are free.
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
