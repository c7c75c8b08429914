/// What words say in titles, in the languages that people upload in. General words only: names of artists, labels and shows are
/// learnt from the library and never written here.
struct WordMeaning: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// feat., ft., with: more artists follow.
    static let featuring = WordMeaning(rawValue: 1 << 0)
    /// prod.: who produced it follows.
    static let producing = WordMeaning(rawValue: 1 << 1)
    /// Remix, edit, bootleg: made anew by somebody.
    static let remix = WordMeaning(rawValue: 1 << 2)
    /// Live, acoustic, demo, extended: another version, by the same artist.
    static let version = WordMeaning(rawValue: 1 << 3)
    static let cover = WordMeaning(rawValue: 1 << 4)
    /// Video, official, HD: says nothing of the music.
    static let wrapping = WordMeaning(rawValue: 1 << 5)
    /// Enough to be wrapping when it stands alone at the end.
    static let surelyWrapping = WordMeaning(rawValue: 1 << 6)
    /// Goes along with wrapping without being such by itself: "the", "of", "new".
    static let filler = WordMeaning(rawValue: 1 << 7)
    /// Premiere, exclusive: an announcement at the start.
    static let announcement = WordMeaning(rawValue: 1 << 8)
    /// Episode, part of a show: a number follows.
    static let episode = WordMeaning(rawValue: 1 << 9)
    /// Podcast, radio show, mix: what long recordings are called.
    static let show = WordMeaning(rawValue: 1 << 10)
    /// Records, recordings: an account that publishes others.
    static let label = WordMeaning(rawValue: 1 << 11)
    /// Blog, channel, promotion, archive: an account that collects.
    static let collector = WordMeaning(rawValue: 1 << 12)
    static let by = WordMeaning(rawValue: 1 << 13)
    static let number = WordMeaning(rawValue: 1 << 14)
    /// "x", "×", "vs": stands between those who worked together.
    static let joining = WordMeaning(rawValue: 1 << 15)
    /// Album, EP, soundtrack: names a release.
    static let release = WordMeaning(rawValue: 1 << 16)
    /// What is performed in front of a camera: after a quoted title it says which video this is.
    static let performance = WordMeaning(rawValue: 1 << 17)
    /// Performed, originally: whose song it was.
    static let original = WordMeaning(rawValue: 1 << 18)
    /// Official, music, VEVO: what accounts append to a name.
    static let accountSuffix = WordMeaning(rawValue: 1 << 19)
    /// Theme, soundtrack, OST: before the dash stands a work.
    static let work = WordMeaning(rawValue: 1 << 20)
    /// Says that there is no name: unknown, various.
    static let nobody = WordMeaning(rawValue: 1 << 21)
    /// Follows "free" and the like: download, dl.
    static let download = WordMeaning(rawValue: 1 << 22)
    /// And, und, и: between the last two of a list.
    static let and = WordMeaning(rawValue: 1 << 23)
    static let of = WordMeaning(rawValue: 1 << 24)
    static let from = WordMeaning(rawValue: 1 << 25)
    /// With: a credit only where a bracket begins with it.
    static let along = WordMeaning(rawValue: 1 << 26)
    /// A word of a publisher's own name, even when it stands alone: Records.
    static let surelyLabel = WordMeaning(rawValue: 1 << 27)
    static let surelyAnnouncement = WordMeaning(rawValue: 1 << 28)
    /// Wrapping that is as often the end of a title: "now", "free", "song".
    static let weak = WordMeaning(rawValue: 1 << 29)
    /// The ending of a file's name.
    static let fileEnding = WordMeaning(rawValue: 1 << 30)

    /// "in the description": where the uploader put something.
    static let place = WordMeaning(rawValue: 1 << 32)
    /// "in the style of": made after another's manner.
    static let style = WordMeaning(rawValue: 1 << 31)

    /// Enough to be a version when it stands alone after a dash: "demo", "remix"; not "intro", "house".
    static let surelyVersion = WordMeaning(rawValue: 1 << 33)
    /// Where something was played live: at, in.
    static let venue = WordMeaning(rawValue: 1 << 34)
    /// What only long recordings are called, with or without a number: podcast.
    static let longForm = WordMeaning(rawValue: 1 << 35)

    /// How a cover is played, or by what kind of people: not whose song it is.
    static let manner = WordMeaning(rawValue: 1 << 36)
    /// The number of a work in a catalogue follows: "No.", "Op.", "BWV".
    static let opus = WordMeaning(rawValue: 1 << 37)
    /// Major, minor: the key of a work.
    static let mode = WordMeaning(rawValue: 1 << 38)
    /// "type beat": made after another's manner.
    static let type = WordMeaning(rawValue: 1 << 39)
    static let beat = WordMeaning(rawValue: 1 << 40)
    /// "… of the day".
    static let period = WordMeaning(rawValue: 1 << 41)
    /// What only a part of a recording is called: "intro", "interlude".
    static let section = WordMeaning(rawValue: 1 << 42)

    /// A "#" stands in the title.
    static let hashtag = WordMeaning(rawValue: 1 << 43)

    /// Lesson, part, side: with a number, where something stands in a series.
    static let unit = WordMeaning(rawValue: 1 << 44)
    /// The same of what one artist's work is divided into.
    static let part = WordMeaning(rawValue: 1 << 45)
    /// Sonata, suite: what a composition is called.
    static let form = WordMeaning(rawValue: 1 << 46)
    /// Hours, minutes.
    static let duration = WordMeaning(rawValue: 1 << 47)
    /// Show, meeting: what takes place on a day.
    static let event = WordMeaning(rawValue: 1 << 48)

    /// Main, opening, medley: what a theme of a work is called.
    static let theme = WordMeaning(rawValue: 1 << 49)

    /// Stands between the names of a list.
    static let listing = WordMeaning(rawValue: 1 << 50)

    /// Lyrics, letra: shown by those who made no music.
    static let lyrics = WordMeaning(rawValue: 1 << 51)

    static let allWrapping: WordMeaning = [.wrapping, .surelyWrapping, .download]
    static let credit: WordMeaning = [.featuring, .producing]
}

/// The meaning of words, by the hash of their folded letters.
enum Vocabulary {
    static func meaning(of hash: UInt64) -> WordMeaning { meanings[hash] }

    /// FNV-1a of folded bytes: two words of the vocabulary must not share one, which a test checks; that a name of an artist
    /// does by chance costs no more than one wrong reading.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(emptyHash, hash) }

    /// The hash of no bytes, and that of one byte more.
    static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325
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

    /// A dictionary that is asked for each word of each title: its keys are hashes already, and nobody but us chooses them.
    private struct Meanings: Sendable {
        /// A power of two, mostly free.
        private var places: [(hash: UInt64, meaning: WordMeaning)]

        init(_ meanings: [UInt64: WordMeaning]) {
            var count = 1024
            while count < meanings.count * 4 { count *= 2 }
            places = Array(repeating: (0, []), count: count)
            for (hash, meaning) in meanings {
                var place = Int(truncatingIfNeeded: hash) & (count - 1)
                while !places[place].meaning.isEmpty { place = (place + 1) & (count - 1) }
                places[place] = (hash, meaning)
            }
        }

        subscript(hash: UInt64) -> WordMeaning {
            let mask = places.count - 1
            var place = Int(truncatingIfNeeded: hash) & mask
            while !places[place].meaning.isEmpty {
                if places[place].hash == hash { return places[place].meaning }
                place = (place + 1) & mask
            }
            return []
        }
    }
}
