import HTTP
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the listeners of one tenant are told, as a pure state machine: a scene or an instant goes in, the events that it gives
/// rise to come out; and whoever joins late is told what there is.
///
/// The `id` of an event is "{milliseconds}.{revision}.{number}": up to where its listener knows all. What was on at any instant
/// is known, so a listener that comes back is told exactly the channels on which something else is on now; no log is kept.
struct PlayingFeed: Sendable {
    /// An event and the channel that it is about; `nil` for all.
    struct Told: Sendable, Hashable {
        let channel: Channel.ID?
        let event: ServerSentEvent
    }

    /// `nil` before the first reading.
    private(set) var scene: RadioScene?
    /// When something ends or begins by the clock; `nil` for never.
    private(set) var nextChange: Instant?

    /// What listeners were told last, by channel: the view and its JSON.
    private var told: [Channel.ID: (view: NowView, json: String)] = [:]
    /// When that is over, by the server's clock.
    private var due: [Channel.ID: Instant] = [:]
    private var lineUp = ""
    /// The channels in the order of the line-up.
    private var order: [Channel.ID] = []
    /// Rises whenever a view is another one; 0 before the first reading.
    private(set) var version: UInt64 = 0
    /// Up to where listeners know all.
    private var known: (at: Instant, revision: RadioRevision) = (Instant(milliseconds: 0), RadioRevision(rawValue: 0))
    private var count: UInt64 = 0

    /// What is on now on each channel as JSON, in the order of the line-up.
    var views: [String] { order.compactMap { told[$0]?.json } }

    /// Takes a scene in and returns what is new, in the order to be sent.
    ///
    /// - Parameter reread: the channels that alone are not as they were in the scene before; `nil` where anything may be. Costs
    ///   O(those), and a look at when each channel is due.
    mutating func take(_ new: RadioScene, reread: Set<Channel.ID>? = nil, at now: Instant) -> [Told] {
        let old = scene
        scene = new
        var events: [Told] = []
        if reread == nil || old == nil {
            let listed = LineUp(new.channels, categories: new.categories, order: .category, platform: nil)
            let lineUp = Self.json(LineUpView(listed, on: nil, in: new))
            if old != nil, lineUp != self.lineUp {
                events.append(
                    Told(channel: nil, event: event("lineup", Self.json(LineUpWord(revision: new.revision.rawValue)))))
            }
            self.lineUp = lineUp
            order = listed.channels.map(\.channel.id)
            told = told.filter { new.channel($0.key) != nil }
            due = [:]
            version += 1
        } else {
            for id in reread ?? [] { due[id] = nil }
        }
        if let old { events += moves(of: reread, from: old, to: new, at: now) }
        return finished(events + changes(at: now, isFirst: old == nil), at: now)
    }

    /// Lets time pass and returns what is new.
    mutating func advance(to now: Instant) -> [Told] {
        guard scene != nil, nextChange.map({ $0 <= now }) ?? false else { return [] }
        return finished(changes(at: now, isFirst: false), at: now)
    }

    /// What a stream that opens is told first: what is on now, where that is another than it knows.
    func backlog(of channels: Set<Channel.ID>?, after lastEventID: String?, at now: Instant) -> [ServerSentEvent] {
        guard let scene else { return [] }
        let seen = Self.parsed(lastEventID)
        // At another revision anything may be another; before the buffer nothing is known.
        let isKnown =
            seen.map { $0.revision == scene.revision && scene.covers.contains($0.at) && $0.at <= now } ?? false
        var events: [ServerSentEvent] = []
        if seen != nil, seen?.revision != scene.revision {
            events.append(event("lineup", Self.json(LineUpWord(revision: scene.revision.rawValue))))
        }
        for entry in scene.channels where channels?.contains(entry.channel.id) ?? true {
            if isKnown, let seen {
                func view(_ at: Instant) -> NowView {
                    NowView(entry, at: RadioScene.heard(entry.channel, at: at), in: scene)
                }
                if view(seen.at).isSame(as: view(known.at)) { continue }
            }
            guard let json = told[entry.channel.id]?.json else { continue }
            events.append(event("now", json, topic: entry.channel.id.description))
        }
        // Not before the last has it heard all; without an id a client goes on naming what it had before.
        if !events.isEmpty { events[events.count - 1].id = id(known, "b") }
        return events
    }

    /// What is on now on the channels where it is another than was told, as far as what was told is over or was read anew.
    private mutating func changes(at now: Instant, isFirst: Bool) -> [Told] {
        guard let scene else { return [] }
        var events: [Told] = []
        var next = Instant.never
        for entry in scene.channels {
            let id = entry.channel.id
            if let due = due[id], now < due {
                next = min(next, due)
                continue
            }
            let moment = scene.track(id).moment(at: RadioScene.heard(entry.channel, at: now))
            let end = moment.changesAt.map { $0.advanced(byMs: Int64(entry.channel.liveDelayMs)) } ?? .never
            due[id] = end
            next = min(next, end)
            let view = NowView(entry, moment, in: scene)
            let before = told[id]?.view
            if before == view { continue }
            let json = Self.json(view)
            told[id] = (view, json)
            version += 1
            if isFirst || before?.isSame(as: view) == true { continue }
            if before?.airing?.id != view.airing?.id, before != nil {
                if let ended = before?.airing { events.append(word("ended", ended, on: id)) }
                if let begun = view.airing { events.append(word("began", begun, on: id)) }
            }
            events.append(Told(channel: id, event: event("now", json, topic: id.description)))
        }
        nextChange = next == .never ? nil : next
        return events
    }

    /// Broadcasts of the time that both scenes know which are at another time now, or on no more, or new.
    private mutating func moves(
        of reread: Set<Channel.ID>?, from old: RadioScene, to new: RadioScene, at now: Instant
    ) -> [Told] {
        var events: [Told] = []
        // Where the old scene has nothing of what is to come, as after a server's sleep, nothing of it can have moved.
        let end = min(old.covers.upperBound, new.covers.upperBound)
        guard now < end else { return [] }
        let shared = now..<end
        let entries = reread.map { $0.sorted { $0.rawValue < $1.rawValue }.compactMap(new.channel) } ?? new.channels
        for entry in entries where old.channel(entry.channel.id) != nil {
            let id = entry.channel.id
            func heard(_ scene: RadioScene) -> [Airing.ID: Airing] {
                Dictionary(
                    scene.track(id).airings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            }
            func isNear(_ airing: Airing) -> Bool {
                airing.endsAt > shared.lowerBound && airing.startsAt < shared.upperBound
            }
            let (before, after) = (heard(old), heard(new))
            for airing in after.values.sorted(by: { $0.startsAt < $1.startsAt }) {
                guard let was = before[airing.id] else {
                    if isNear(airing) { events.append(word("added", PlacedAiringView(airing, in: new), on: id)) }
                    continue
                }
                guard isNear(airing) || isNear(was), was.startsAt != airing.startsAt || was.endsAt != airing.endsAt
                else {
                    continue
                }
                events.append(word("moved", PlacedAiringView(airing, in: new), on: id))
            }
            for airing in before.values.sorted(by: { $0.startsAt < $1.startsAt })
            where after[airing.id] == nil && isNear(airing) {
                events.append(word("removed", PlacedAiringView(airing, in: old), on: id))
            }
        }
        return events
    }

    /// Only with the last of several events does a listener know all: those before it carry how far was known until then, so
    /// that one whose connection breaks between two is told the rest.
    private mutating func finished(_ events: [Told], at now: Instant) -> [Told] {
        guard let scene else { return [] }
        let before = known
        known = (now, scene.revision)
        return events.enumerated().map { index, told in
            count += 1
            var event = told.event
            event.id = id(index == events.count - 1 ? known : before, "e\(count)")
            return Told(channel: told.channel, event: event)
        }
    }

    private func word(_ change: String, _ airing: PlacedAiringView, on channel: Channel.ID) -> Told {
        Told(
            channel: channel,
            event: event(
                "airing", Self.json(AiringWord(change: change, channelId: channel.description, airing: airing)),
                topic: airing.id))
    }

    private func event(_ name: String, _ data: String, topic: String = "") -> ServerSentEvent {
        ServerSentEvent(id: "", name: name, data: data, topic: topic)
    }

    private func id(_ known: (at: Instant, revision: RadioRevision), _ last: String) -> String {
        "\(known.at.milliseconds).\(known.revision).\(last)"
    }

    /// The first two parts of an id; `nil` for anything else, which is a listener who knows nothing.
    private static func parsed(_ id: String?) -> (at: Instant, revision: RadioRevision)? {
        guard let parts = id?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 3,
            parts[0...1].allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }),
            let at = Int64(parts[0]), let revision = Int64(parts[1])
        else { return nil }
        return (Instant(milliseconds: at), RadioRevision(rawValue: revision))
    }

    private static func json(_ view: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and booleans always encode.
        guard let bytes = try? encoder.encode(view) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Instant {
    fileprivate static let never = Instant(milliseconds: .max)
}

/// The data of `lineup`.
private struct LineUpWord: Encodable {
    let revision: Int64
}

/// The data of `airing`.
private struct AiringWord: Encodable {
    /// `began`, `ended`, `moved`, `added` or `removed`.
    let change: String
    let channelId: String
    let airing: PlacedAiringView
}
