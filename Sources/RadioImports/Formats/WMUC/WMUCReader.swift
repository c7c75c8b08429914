import Foundation
import ScheduleCore
import Web

/// A reader for the weekly schedule of a university station (WMUC, College Park) in JSON.
///
/// For each channel, the file has seven days from Sunday, and for each day the shows with their start and duration in hours of local time. The
/// `show_id` 0 marks hours off air, which are imported as broadcasts of a placeholder show.
///
/// Each slot becomes a weekly schedule rule. The rules start in the week from the first Sunday of 1970, and end when a later file no longer lists
/// them.
struct WMUCReader: StationReader {
    static let format = "wmuc"

    let timeZone: String

    /// Creates a reader. `timeZone` is the time zone of the channels; `nil` for that of the station, America/New_York.
    init(timeZone: String?) { self.timeZone = timeZone ?? "America/New_York" }

    /// The first Sunday of 1970, 4 January, in days since 1970.
    private static let firstSunday = 3
    private static let days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    func read(_ file: SourceFile, into sink: some DraftSink) throws {
        var json = JSONFile(try file.bytes, meter: file.meter)
        let document: JSONNode
        do {
            document = try json.document()
        } catch let error as JSONTokenizer.Fault {
            return sink.wrongFile(
                "the file cannot be read as JSON: \(error.reason)", at: FilePosition(file: file.name, line: error.line))
        }
        guard case .object(let channels) = document.value, !channels.isEmpty else {
            return sink.wrongFile(
                "the file must be a JSON object with one or more channels as its members",
                at: FilePosition(file: file.name, line: 1))
        }
        let week = Week(sink: sink, file: file.name)
        for member in channels { try channel(member, week) }
        try week.emitShows()
    }

    private func channel(_ member: JSONNode.Member, _ week: Week<some DraftSink>) throws {
        let pointer = "/\(member.name)"
        let days = member.node.elements
        guard days.count == 7 else {
            return week.fault(
                "a channel must be a list of seven days that starts with Sunday, found \(SentenceFormat.count(days.count, "day"))",
                member.node, pointer)
        }
        var draft = ChannelDraft(
            key: member.name, name: member.name.count <= 3 ? member.name.uppercased() : member.name.capitalized)
        draft.timeZone = timeZone
        try week.sink.item(.channel(draft), at: week.position(member.node, pointer))
        for (day, slots) in days.enumerated() {
            for (position, slot) in slots.elements.enumerated() {
                try self.slot(slot, day, member.name, "\(pointer)/\(day)/\(position)", week)
            }
        }
    }

    private func slot(
        _ slot: JSONNode, _ day: Int, _ channel: String, _ pointer: String, _ week: Week<some DraftSink>
    ) throws {
        guard let id = slot["show_id"]?.integer else {
            return week.fault(
                "the show_id of a slot must be a whole number, found \"\(Self.shown(slot["show_id"]))\"", slot, pointer)
        }
        guard let start = Self.minutes(slot["start_hour"]), start < 1440 else {
            return week.fault(
                "start_hour must be a number of hours from 0 to less than 24, found \"\(Self.shown(slot["start_hour"]))\"",
                slot,
                pointer)
        }
        guard let length = Self.minutes(slot["duration"]), length > 0 else {
            return week.fault(
                "duration must be a number of hours greater than 0 and at most 24, found \"\(Self.shown(slot["duration"]))\"",
                slot, pointer)
        }
        guard start + length <= 1440 else {
            return week.fault(
                "start_hour and duration must add up to at most 24 hours, found \(Double(start + length) / 60)", slot,
                pointer
            )
        }
        guard try week.register(id, slot, channel, pointer) else { return }
        var rule = RuleDraft(
            key: "\(channel) \(Self.days[day]) \(start)", channel: channel, show: String(id),
            startsOn: WallDate(daysSince1970: Self.firstSunday + day), startMinute: start,
            durationMs: Int64(length) * 60_000)
        rule.recurrence = "FREQ=WEEKLY;BYDAY=\(Self.days[day])"
        try week.sink.item(.rule(rule), at: week.position(slot, pointer))
    }

    /// Returns the text of a string or a number, for an error; empty for other values.
    private static func shown(_ node: JSONNode?) -> String {
        DraftText.line(node?.text ?? node?.numberText ?? "", atMost: 40)
    }

    /// Returns the minutes, rounded to a whole number, for a number of hours from 0 to 24; `nil` for other values.
    private static func minutes(_ hours: JSONNode?) -> Int? {
        guard let hours = hours?.number, hours >= 0, hours <= 24 else { return nil }
        return Int((hours * 60).rounded())
    }

    /// A collector of the shows in the week's slots. A show takes its channels from all its slots, and its other values from the first slot.
    private final class Week<Sink: DraftSink> {
        let sink: Sink
        private let file: String
        private var shows: [Int64: (draft: ShowDraft, position: FilePosition)] = [:]
        private var people: Set<String> = []
        private var genres: Set<String> = []

        init(sink: Sink, file: String) {
            self.sink = sink
            self.file = file
        }

        func position(_ node: JSONNode, _ pointer: String) -> FilePosition {
            FilePosition(file: file, line: node.line, detail: pointer)
        }

        func fault(_ message: String, _ node: JSONNode, _ pointer: String) {
            sink.fault(message, at: position(node, pointer))
        }

        /// Records the show and channel of a slot. Passes the hosts and the genre of a new show to the sink, except those of earlier shows. Returns
        /// `false` after reporting that the slot gives no name for a new show.
        func register(_ id: Int64, _ slot: JSONNode, _ channel: String, _ pointer: String) throws -> Bool {
            let position = position(slot, pointer)
            if var known = shows[id] {
                if !known.draft.channels.contains(channel) { known.draft.channels.append(channel) }
                shows[id] = known
                return true
            }
            guard let name = slot["name"]?.text, !name.isEmpty else {
                fault("the slot has no name; each slot must have one", slot, pointer)
                return false
            }
            var draft = ShowDraft(key: String(id), title: name)
            draft.channels = [channel]
            draft.description = slot["description"]?.text ?? ""
            draft.isPlaceholder = id == 0
            for node in slot["dj"]?.elements ?? [] {
                let host = (node.text ?? "").trimmingCharacters(in: .whitespaces)
                guard !host.isEmpty else {
                    sink.notice("a host without a name is not imported", at: self.position(node, pointer + "/dj"))
                    continue
                }
                if people.insert(host).inserted {
                    try sink.item(.person(PersonDraft(key: host, name: host)), at: self.position(node, pointer + "/dj"))
                }
                draft.credits.append(CreditDraft(person: host))
            }
            if let genre = slot["genres"]?.text?.trimmingCharacters(in: .whitespaces), !genre.isEmpty {
                if genres.insert(genre).inserted {
                    try sink.item(.genre(GenreDraft(key: genre, name: genre)), at: position)
                }
                draft.genres = [genre]
            }
            shows[id] = (draft, position)
            return true
        }

        func emitShows() throws {
            for (_, show) in shows.sorted(by: { $0.key < $1.key }) {
                try sink.item(.show(show.draft), at: show.position)
            }
        }
    }
}
