import HTTP
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The events for the listeners of one tenant, as a pure state machine.
///
/// The `id` of an event is "{milliseconds}.{revision}.{suffix}": the time and revision up to which its listener is informed, and a suffix that makes
/// the ID unique. A stream that resumes at the same revision therefore needs no event log to get only the changed channels.
struct PlayingFeed: Sendable {
    /// An event and its channel, or `nil` for an event about all channels.
    struct ChannelEvent: Sendable, Hashable {
        let channel: Channel.ID?
        let event: ServerSentEvent
    }

    /// The current snapshot; `nil` before the first read.
    private(set) var snapshot: RadioSnapshot?
    /// The next instant at which listeners of a channel hear an item start or end; `nil` if unknown.
    private(set) var nextChange: Instant?

    private var published: [Channel.ID: (view: NowView, json: String)] = [:]
    private var due: [Channel.ID: Instant] = [:]
    private var lineUp = ""
    private var order: [Channel.ID] = []
    /// The version of the views, which increases with every change; 0 before the first read.
    private(set) var version: UInt64 = 0
    private var known: (at: Instant, revision: RadioRevision) = (Instant(milliseconds: 0), RadioRevision(rawValue: 0))
    private var count: UInt64 = 0

    /// The current views of the channels as JSON, in line-up order.
    var views: [String] { order.compactMap { published[$0]?.json } }

    /// Returns the first channels of the line-up with their current views.
    func first(_ count: Int) -> [(entry: LineUpChannel, now: NowView)] {
        order.prefix(count).compactMap { id in
            guard let entry = snapshot?.channel(id), let view = published[id]?.view else { return nil }
            return (entry, view)
        }
    }

    /// Replaces the snapshot and returns the resulting events in order. O(n) for n channels.
    ///
    /// - Parameter reread: The only channels that may differ from the previous snapshot; `nil` if all may differ.
    mutating func take(_ new: RadioSnapshot, reread: Set<Channel.ID>? = nil, at now: Instant) -> [ChannelEvent] {
        let old = snapshot
        snapshot = new
        var events: [ChannelEvent] = []
        if reread == nil || old == nil {
            let listed = LineUp(new.channels, categories: new.categories, order: .category, platform: nil)
            let lineUp = Self.json(LineUpView(listed, on: nil, in: new))
            if old != nil, lineUp != self.lineUp {
                events.append(
                    ChannelEvent(
                        channel: nil,
                        event: event("lineup", Self.json(LineUpEventData(revision: new.revision.rawValue)))))
            }
            self.lineUp = lineUp
            order = listed.channels.map(\.channel.id)
            published = published.filter { new.channel($0.key) != nil }
            due = [:]
            version += 1
        } else {
            for id in reread ?? [] { due[id] = nil }
        }
        if let old { events += moves(of: reread, from: old, to: new, at: now) }
        return finished(events + changes(at: now, isFirst: old == nil), at: now)
    }

    /// Advances the clock and returns the resulting events.
    mutating func advance(to now: Instant) -> [ChannelEvent] {
        guard snapshot != nil, nextChange.map({ $0 <= now }) ?? false else { return [] }
        return finished(changes(at: now, isFirst: false), at: now)
    }

    /// Returns the first events of a stream: the current views that the listener does not have yet, preceded by a `lineup` event if the radio data
    /// has changed since the last event that the listener received.
    ///
    /// - Parameters:
    ///   - channels: The channels of the stream; `nil` for all channels.
    ///   - lastEventID: The ID of the last event that the listener received; `nil` for a new listener.
    func backlog(of channels: Set<Channel.ID>?, after lastEventID: String?, at now: Instant) -> [ServerSentEvent] {
        guard let snapshot else { return [] }
        let seen = Self.parsed(lastEventID)
        let isKnown =
            seen.map { $0.revision == snapshot.revision && snapshot.covers.contains($0.at) && $0.at <= now } ?? false
        var events: [ServerSentEvent] = []
        if seen != nil, seen?.revision != snapshot.revision {
            events.append(event("lineup", Self.json(LineUpEventData(revision: snapshot.revision.rawValue))))
        }
        for entry in snapshot.channels where channels?.contains(entry.channel.id) ?? true {
            if isKnown, let seen {
                func view(_ at: Instant) -> NowView {
                    NowView(entry, at: RadioSnapshot.studioTime(entry.channel, at: at), in: snapshot)
                }
                if view(seen.at).isSame(as: view(known.at)) { continue }
            }
            guard let json = published[entry.channel.id]?.json else { continue }
            events.append(event("now", json, topic: entry.channel.id.description))
        }
        // A client that disconnects earlier must resume from its old ID.
        if !events.isEmpty { events[events.count - 1].id = id(known, "b") }
        return events
    }

    /// Publishes the current views of the channels and returns the events for visible changes; none if `isFirst`.
    private mutating func changes(at now: Instant, isFirst: Bool) -> [ChannelEvent] {
        guard let snapshot else { return [] }
        var events: [ChannelEvent] = []
        var next = Instant.never
        for entry in snapshot.channels {
            let id = entry.channel.id
            if let due = due[id], now < due {
                next = min(next, due)
                continue
            }
            let moment = snapshot.track(id).moment(at: RadioSnapshot.studioTime(entry.channel, at: now))
            let end = moment.changesAt.map { $0.advanced(byMs: Int64(entry.channel.liveDelayMs)) } ?? .never
            due[id] = end
            next = min(next, end)
            let view = NowView(entry, moment, in: snapshot)
            let before = published[id]?.view
            if before == view { continue }
            let json = Self.json(view)
            published[id] = (view, json)
            version += 1
            if isFirst || before?.isSame(as: view) == true { continue }
            if before?.airing?.id != view.airing?.id, before != nil {
                if let ended = before?.airing { events.append(word("ended", ended, on: id)) }
                if let begun = view.airing { events.append(word("began", begun, on: id)) }
            }
            events.append(ChannelEvent(channel: id, event: event("now", json, topic: id.description)))
        }
        nextChange = next == .never ? nil : next
        return events
    }

    /// Returns the events for broadcasts that were moved, removed or added in the period from now that both snapshots cover.
    private mutating func moves(
        of reread: Set<Channel.ID>?, from old: RadioSnapshot, to new: RadioSnapshot, at now: Instant
    ) -> [ChannelEvent] {
        var events: [ChannelEvent] = []
        // After the server was suspended, the old snapshot may end in the past.
        let end = min(old.covers.upperBound, new.covers.upperBound)
        guard now < end else { return [] }
        let shared = now..<end
        let entries = reread.map { $0.sorted { $0.rawValue < $1.rawValue }.compactMap(new.channel) } ?? new.channels
        for entry in entries where old.channel(entry.channel.id) != nil {
            let id = entry.channel.id
            func airingsByID(_ snapshot: RadioSnapshot) -> [Airing.ID: Airing] {
                Dictionary(
                    snapshot.track(id).airings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            }
            func isNear(_ airing: Airing) -> Bool {
                airing.endsAt > shared.lowerBound && airing.startsAt < shared.upperBound
            }
            let (before, after) = (airingsByID(old), airingsByID(new))
            for airing in after.values.sorted(by: { $0.startsAt < $1.startsAt }) {
                guard let was = before[airing.id] else {
                    if isNear(airing) { events.append(word("added", PlayingAiringView(airing, in: new), on: id)) }
                    continue
                }
                guard isNear(airing) || isNear(was), was.startsAt != airing.startsAt || was.endsAt != airing.endsAt
                else {
                    continue
                }
                events.append(word("moved", PlayingAiringView(airing, in: new), on: id))
            }
            for airing in before.values.sorted(by: { $0.startsAt < $1.startsAt })
            where after[airing.id] == nil && isNear(airing) {
                events.append(word("removed", PlayingAiringView(airing, in: old), on: id))
            }
        }
        return events
    }

    /// Returns the events with IDs. Only the last event has the new ID, so a listener who is disconnected between two events gets the rest.
    private mutating func finished(_ events: [ChannelEvent], at now: Instant) -> [ChannelEvent] {
        guard let snapshot else { return [] }
        let before = known
        known = (now, snapshot.revision)
        return events.enumerated().map { index, published in
            count += 1
            var event = published.event
            event.id = id(index == events.count - 1 ? known : before, "e\(count)")
            return ChannelEvent(channel: published.channel, event: event)
        }
    }

    private func word(_ change: String, _ airing: PlayingAiringView, on channel: Channel.ID) -> ChannelEvent {
        ChannelEvent(
            channel: channel,
            event: event(
                "airing", Self.json(AiringEventData(change: change, channelId: channel.description, airing: airing)),
                topic: airing.id))
    }

    private func event(_ name: String, _ data: String, topic: String = "") -> ServerSentEvent {
        ServerSentEvent(id: "", name: name, data: data, topic: topic)
    }

    private func id(_ known: (at: Instant, revision: RadioRevision), _ last: String) -> String {
        "\(known.at.milliseconds).\(known.revision).\(last)"
    }

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
        // Encoding strings, integers and booleans never fails.
        guard let bytes = try? encoder.encode(view) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Instant {
    fileprivate static let never = Instant(milliseconds: .max)
}

private struct LineUpEventData: Encodable {
    let revision: Int64
}

private struct AiringEventData: Encodable {
    /// `began`, `ended`, `moved`, `added` or `removed`.
    let change: String
    let channelId: String
    let airing: PlayingAiringView
}
