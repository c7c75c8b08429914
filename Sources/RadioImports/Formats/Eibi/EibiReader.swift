import Radio
import ScheduleCore

/// A reader for the EiBi schedules of short, medium and long wave by Eike Bierwirth, in which each row is a recurring broadcast.
///
/// - A **channel** is one frequency of one transmitter of one station. EiBi's stations send different languages on many frequencies at the same time,
///   whereas the bearers of one service carry the same audio (ETSI TS 102 818): in the list of A23, 7,678 rows overlap with an earlier row of the
///   same station, and 403 with an earlier row of the same transmitter and frequency.
/// - A **show** is a station in one language, on all channels that carry this language.
/// - Overlapping rows of one channel are nested, such as ten minutes of English in four hours of Arabic, so a shorter row gets a higher priority. The
///   priority is also higher for a row for certain days, and for a row for a part of the season.
///
/// Times and days are UTC. Each row becomes a schedule rule that ends with the season or earlier, or two rules if its dates divide it into two
/// periods of the season. An equal row of the next season has the same key, so importing that season updates the dates of the same rule.
public struct EibiReader: StationReader, Sendable {
    public static let format = "eibi"

    public init() {}

    /// Reads the schedule of the season in the file name (`EibiSeason`); a file name without a season is a fault. Memory holds one line, the keys of
    /// all rules and channels, and all shows. Throws the errors of the file and of the sink.
    public func read(_ file: SourceFile, into sink: some DraftSink) throws {
        guard let season = EibiSeason(fileName: file.name) else {
            sink.fault(
                "the file name must contain the season: a (summer) or b (winter) and the last two digits of the year, "
                    + "as in sked-a23.csv, "
                    + "found \"\(file.name)\"",
                at: FilePosition(file: file.name, line: 0))
            return
        }
        var (isLossTold, isHeadRead) = (false, false)
        var reading = EibiReading(file: file.name, season: season)
        var lines = SourceLines(file)
        while let (number, line) = try lines.next() {
            guard !line.isEmpty else { continue }
            if !isHeadRead {
                if let refusal = Self.refusal(ofHead: line) {
                    return sink.wrongFile(refusal, at: FilePosition(file: file.name, line: number))
                }
                isHeadRead = true
                continue
            }
            guard !line.hasPrefix("kHz") else { continue }
            if !isLossTold, line.unicodeScalars.contains("\u{FFFD}") {
                isLossTold = true
                sink.notice(
                    "the row contains U+FFFD, which replaces letters lost in a conversion; later rows may contain it too; "
                        + "import the file as EiBi publishes it",
                    at: FilePosition(file: file.name, line: number))
            }
            let items: [DraftItem]
            do throws(EibiRefusal) {
                items = try reading.items(of: EibiRow(line), line: number)
            } catch {
                sink.fault(error.message, at: FilePosition(file: file.name, line: number, detail: error.column))
                continue
            }
            for item in items { try sink.item(item, at: FilePosition(file: file.name, line: number)) }
        }
        if !isHeadRead {
            return sink.wrongFile(
                Self.refusal(ofHead: "") ?? "the file is empty", at: FilePosition(file: file.name, line: 1))
        }
        try reading.emitShows(to: sink)
    }

    private static let columns = [
        "kHz", "Time(UTC)", "Days", "ITU", "Station", "Lng", "Target", "Remarks", "P", "Start", "Stop",
    ]

    /// Returns the error message for the first line; `nil` if it is the header of an EiBi schedule. A width may follow a column name, as in "kHz:75".
    private static func refusal(ofHead line: String) -> String? {
        let separator = line.contains(";") ? ";" : ","
        let found = line.split(separator: separator, omittingEmptySubsequences: false).map { column in
            DraftText.line(String(column.prefix { $0 != ":" }), atMost: 100)
        }
        let names = Set(found.map { $0.lowercased() })
        let missing = columns.filter { !names.contains($0.lowercased()) }
        guard !missing.isEmpty else { return nil }
        return HeadedCSV.refusal(needed: columns, missing: missing, found: found, separator: "semicolons")
    }
}

private struct EibiReading {
    private struct Show {
        var draft: ShowDraft
        let line: Int
    }

    let file: String
    let season: EibiSeason
    private var categories: Set<String> = []
    private var channels: Set<String> = []
    private var shows: [Show] = []
    private var indexOfShow: [String: Int] = [:]
    private var rules: Set<String> = []

    init(file: String, season: EibiSeason) {
        self.file = file
        self.season = season
    }

    /// Passes the shows to the sink. Must be called after the last row, because any row can add a channel to a show.
    func emitShows(to sink: some DraftSink) throws {
        for show in shows { try sink.item(.show(show.draft), at: FilePosition(file: file, line: show.line)) }
    }

    /// Returns the schedule rules of a row, preceded by its category and its channel if they are new, and adds the row's show and channel to `shows`.
    /// Throws `EibiRefusal` if the row cannot become a rule or is equal to an earlier row.
    mutating func items(of row: EibiRow, line: Int) throws(EibiRefusal) -> [DraftItem] {
        switch row.persistence {
        case 4 where season.isSummer:
            throw EibiRefusal(
                "P", "the broadcast is on air in winter only (P is 4), but the file is for a summer season")
        case 5 where !season.isSummer:
            throw EibiRefusal(
                "P", "the broadcast is on air in summer only (P is 5), but the file is for a winter season")
        case 8: throw EibiRefusal("P", "the broadcast is no longer on air (P is 8)")
        default: break
        }
        let recurrence = try EibiDays.recurrence(row.days)
        let time = try row.time()
        let windows = try season.windows(from: row.start, to: row.stop)
        let channel = "\(row.country)/\(row.station)/\(row.frequency)/\(row.site)"
        let key = DraftText.key(
            [channel, row.span, row.days, row.language, row.target, row.start, row.stop].joined(separator: "|"))
        guard rules.insert(key).inserted else {
            throw EibiRefusal("", "the row is the same as an earlier row and is not imported")
        }

        var items = channelItems(of: row, key: channel)
        let show = showKey(of: row, channel: channel, line: line)
        for (index, window) in windows.enumerated() {
            var rule = RuleDraft(
                key: index == 0 ? key : DraftText.key("\(key)|\(index)"), channel: channel, show: show,
                startsOn: WallDate(daysSince1970: window.lowerBound), startMinute: time.start,
                durationMs: Int64(time.minutes) * 60_000)
            rule.endsOn = WallDate(daysSince1970: window.upperBound)
            rule.recurrence = recurrence
            // At most 719, plus 100 for each restriction to certain days.
            rule.priority = Int32((1440 - time.minutes) / 2)
            if recurrence != "FREQ=DAILY" { rule.priority += 100 }
            if window != season.first...season.last { rule.priority += 100 }
            items.append(.rule(rule))
        }
        return items
    }

    /// Returns the channel of a row, preceded by its category if that is new. The result is empty if the channel is not new.
    private mutating func channelItems(of row: EibiRow, key: String) -> [DraftItem] {
        guard channels.insert(key).inserted else { return [] }
        let (category, rank) = Self.category(of: row.frequency)
        var channel = ChannelDraft(key: key, name: "\(row.station) \(row.frequency) kHz")
        channel.timeZone = "UTC"
        channel.categories = [category]
        channel.description = "Transmitter of \(row.station) (\(row.country)), \(row.frequency) kHz"
        if !row.site.isEmpty {
            channel.name += " (\(row.site))"
            channel.description += ", site \(row.site)"
        }
        // ETSI TS 103 270 has no scheme for a transmitter that is known only by its frequency.
        channel.bearers = [
            Bearer(uri: "am:\(row.frequency)", purpose: .live, mediaType: "", bitrate: 0, cost: 0, offsetMs: 0)
        ]
        guard categories.insert(category).inserted else { return [.channel(channel)] }
        var section = CategoryDraft(key: category, name: category)
        section.rank = rank
        return [.category(section), .channel(channel)]
    }

    private mutating func showKey(of row: EibiRow, channel: String, line: Int) -> String {
        let key = "\(row.country)/\(row.station)/\(row.language)"
        if let position = indexOfShow[key] {
            // Rows are sorted by frequency, so the rows of a channel are contiguous.
            if shows[position].draft.channels.last != channel, !shows[position].draft.channels.contains(channel) {
                shows[position].draft.channels.append(channel)
            }
            return key
        }
        let language = EibiLanguage.name(row.language)
        var show = ShowDraft(key: key, title: language.isEmpty ? row.station : "\(row.station) (\(language))")
        show.language = EibiLanguage.tag(row.language)
        show.description = "Schedule: EiBi, Eike Bierwirth"
        show.isMusic = row.language == "-MX"
        show.channels = [channel]
        indexOfShow[key] = shows.count
        shows.append(Show(draft: show, line: line))
        return key
    }

    private static func category(of frequency: String) -> (String, Int32) {
        switch Int(frequency.prefix { $0 != "." }) ?? 0 {
        case ..<300: ("Long wave", 0)
        case ..<3000: ("Medium wave", 1)
        default: ("Short wave", 2)
        }
    }
}
