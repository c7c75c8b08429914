import Foundation
import Radio
import ScheduleCore
import Testing
import Web

@testable import RadioImports

/// A draft of each kind with every member set, and its staged text.
enum DraftSamples {
    struct Sample: Sendable, CustomTestStringConvertible {
        let item: DraftItem
        let json: String

        var testDescription: String { item.kind }

        /// The names of the draft's members.
        var members: [String] {
            get throws {
                let text = try StagedItem(item, number: 1, at: FilePosition(file: "", line: 0)).json
                let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                return try found(object).keys.sorted()
            }
        }
    }

    static let all: [Sample] = [
        category, genre, person, channel, show, serial, tag, episode, rule, airing, segment, cut, version,
    ]

    private static let moment = Instant(milliseconds: 1_782_000_000_000)

    private static let picture: ArtDraft = {
        var art = ArtDraft()
        art.alt = "A \"hall\""
        art.credit = "Someone"
        art.images = [
            .init(url: "https://a.example/1.png", width: 200, height: 100, mediaType: "image/png"),
            .init(url: "https://a.example/2.png"),
        ]
        return art
    }()

    private static let pictureJSON =
        #"{"alt":"A \"hall\"","credit":"Someone","images":[{"url":"https://a.example/1.png","width":200,"height":100,"#
        + #""mediaType":"image/png"},{"url":"https://a.example/2.png"}]}"#

    private static let category: Sample = {
        var draft = CategoryDraft(key: "k", name: "News")
        draft.rank = 3
        return Sample(item: .category(draft), json: #"{"name":"News","rank":3}"#)
    }()

    private static let genre: Sample = {
        var draft = GenreDraft(key: "k", name: "Jazz")
        draft.code = "3.6.4"
        return Sample(item: .genre(draft), json: #"{"name":"Jazz","code":"3.6.4"}"#)
    }()

    private static let person: Sample = {
        var draft = PersonDraft(key: "k", name: "Jana")
        draft.biography = "Line\nbreak"
        draft.art = picture
        return Sample(
            item: .person(draft), json: #"{"name":"Jana","biography":"Line\u000abreak","art":"# + pictureJSON + "}")
    }()

    private static let channel: Sample = {
        var draft = ChannelDraft(key: "k", name: "One")
        draft.slug = "one"
        draft.isKnownBySlug = true
        draft.shortName = "1"
        draft.description = "Words"
        draft.language = "cs"
        draft.website = "https://one.example"
        draft.colour = "#ed2e38"
        draft.timeZone = "Europe/Prague"
        draft.number = 0
        draft.categories = ["a", "b"]
        draft.genres = ["g"]
        draft.bearers = [
            Bearer(
                uri: "http://one.example/live", purpose: .live, mediaType: "audio/mpeg", bitrate: 128, cost: 20,
                offsetMs: 500),
            Bearer(uri: "fm:ce1", purpose: .timeShift, mediaType: "", bitrate: 0, cost: 0, offsetMs: 0),
        ]
        draft.art = picture
        draft.isInactive = true
        draft.isMention = true
        return Sample(
            item: .channel(draft),
            json: ##"{"slug":"one","isKnownBySlug":true,"name":"One","shortName":"1","description":"Words","##
                + ##""language":"cs","website":"https://one.example","colour":"#ed2e38","timeZone":"Europe/Prague","##
                + #""number":0,"categories":["a","b"],"genres":["g"],"bearers":[{"uri":"http://one.example/live","#
                + #""purpose":"live","mediaType":"audio/mpeg","bitrate":128,"cost":20,"offsetMs":500},{"uri":"fm:ce1","#
                + #""purpose":"time-shift"}],"art":"# + pictureJSON + #","isInactive":true}"#)
    }()

    private static let show: Sample = {
        var draft = ShowDraft(key: "k", title: "Title")
        draft.summary = "S"
        draft.description = "D"
        draft.language = "en"
        draft.website = "https://show.example"
        draft.channels = ["c"]
        draft.genres = ["g"]
        draft.credits = [CreditDraft(person: "p")]
        draft.art = picture
        draft.isMusic = true
        draft.isForChildren = true
        draft.isPlaceholder = true
        draft.isInactive = true
        draft.isMention = true
        return Sample(
            item: .show(draft),
            json: #"{"title":"Title","summary":"S","description":"D","language":"en","website":"https://show.example","#
                + #""channels":["c"],"genres":["g"],"credits":[{"person":"p","role":"host"}],"art":"# + pictureJSON
                + #","isMusic":true,"isForChildren":true,"isPlaceholder":true,"isInactive":true}"#)
    }()

    private static let serial: Sample = {
        var draft = SerialDraft(key: "k", show: "s", title: "Title")
        draft.description = "D"
        draft.totalParts = 0
        draft.art = picture
        return Sample(
            item: .serial(draft),
            json: #"{"show":"s","title":"Title","description":"D","totalParts":0,"art":"# + pictureJSON + "}")
    }()

    private static let episode: Sample = {
        var draft = EpisodeDraft(key: "k", show: "s", title: "Title")
        draft.serial = "l"
        draft.summary = "S"
        draft.description = "D"
        draft.part = 0
        draft.season = 2
        draft.publishedAt = moment
        draft.genres = ["g"]
        draft.credits = [CreditDraft(person: "p")]
        draft.tags = ["t"]
        draft.art = picture
        return Sample(
            item: .episode(draft),
            json: #"{"show":"s","serial":"l","title":"Title","summary":"S","description":"D","part":0,"season":2,"#
                + #""publishedAt":"2026-06-21T00:00:00.000Z","genres":["g"],"credits":[{"person":"p","role":"host"}],"#
                + #""tags":["t"],"art":"# + pictureJSON + "}")
    }()

    private static let tag: Sample = {
        var draft = TagDraft(key: "k", kind: .topic, title: "Title")
        draft.position = 4
        draft.words = "W"
        draft.episodes = ["e"]
        draft.art = picture
        return Sample(
            item: .tag(draft),
            json: #"{"kind":"topic","title":"Title","position":4,"words":"W","episodes":["e"],"art":"# + pictureJSON
                + "}")
    }()

    private static let rule: Sample = {
        var draft = RuleDraft(
            key: "k", channel: "c", show: "s", startsOn: WallDate(daysSince1970: 0), startMinute: 60, durationMs: 1000)
        draft.endsOn = WallDate(daysSince1970: 7)
        draft.recurrence = "FREQ=DAILY"
        draft.priority = -1
        draft.isLive = true
        draft.isRepeat = true
        return Sample(
            item: .rule(draft),
            json: #"{"channel":"c","show":"s","startsOn":0,"endsOn":7,"startMinute":60,"durationMs":1000,"#
                + #""recurrence":"FREQ=DAILY","priority":-1,"isLive":true,"isRepeat":true}"#)
    }()

    private static let airing: Sample = {
        var draft = AiringDraft(key: "k", channel: "c", show: "s", plannedStart: moment, plannedEnd: moment)
        draft.episode = "e"
        draft.actualStart = moment
        draft.actualEnd = moment
        draft.title = "T"
        draft.description = "D"
        draft.isLive = true
        draft.isRepeat = true
        draft.isCancelled = true
        let text = #""2026-06-21T00:00:00.000Z""#
        return Sample(
            item: .airing(draft),
            json: #"{"channel":"c","show":"s","episode":"e","plannedStart":\#(text),"plannedEnd":\#(text),"#
                + #""actualStart":\#(text),"actualEnd":\#(text),"title":"T","description":"D","isLive":true,"#
                + #""isRepeat":true,"isCancelled":true}"#)
    }()

    private static let segment: Sample = {
        var draft = SegmentDraft(airing: "a", offsetMs: 1, durationMs: 2)
        draft.title = "T"
        return Sample(
            item: .segment(draft), json: #"{"offsetMs":1,"durationMs":2,"kind":"item","title":"T"}"#)
    }()

    private static let cut: Sample = {
        var draft = CutDraft(key: "k", channel: "c", title: "T")
        draft.airing = "a"
        draft.startsAt = moment
        draft.position = 0
        draft.durationMs = 0
        draft.artist = "A"
        draft.album = "B"
        draft.label = "L"
        draft.isrc = "CZA011200001"
        return Sample(
            item: .cut(draft),
            json: #"{"channel":"c","airing":"a","startsAt":"2026-06-21T00:00:00.000Z","position":0,"durationMs":0,"#
                + #""kind":"song","isMusic":true,"title":"T","artist":"A","album":"B","label":"L","isrc":"CZA011200001"}"#
        )
    }()

    private static let version: Sample = {
        var draft = VersionDraft(key: "k", episode: "e", availableFrom: moment)
        draft.airing = "a"
        draft.durationMs = 0
        draft.availableUntil = moment
        draft.isDownloadable = true
        draft.media = [
            .init(url: "https://a.example/1.mp3", isDownload: true, mediaType: "audio/mpeg", bitrate: 64, bytes: 0),
            .init(url: "https://a.example/live", isDownload: false),
        ]
        return Sample(
            item: .version(draft),
            json: #"{"episode":"e","airing":"a","durationMs":0,"availableFrom":"2026-06-21T00:00:00.000Z","#
                + #""availableUntil":"2026-06-21T00:00:00.000Z","isDownloadable":true,"#
                + #""media":[{"url":"https://a.example/1.mp3","purpose":"download","mediaType":"audio/mpeg","#
                + #""bitrate":64,"bytes":0},{"url":"https://a.example/live","purpose":"stream"}]}"#)
    }()
}
