import PlayerCore

/// A check of a sequence of events. The check performs the effects on simulated devices and tests the invariants of the player after
/// every step (spec P1-P24).
public struct SequenceCheck {
    private var session = PlayerSession()
    /// The same session with an excerpt of its queue, as a store reads it for most events.
    private var excerpt = PlayerSession().withoutContent
    /// The attempts that each device is loading: requested and not cancelled.
    private var loaded: [PlayerDeviceID: Set<Int>] = [:]
    /// The attempt that each device plays.
    private var audible: [PlayerDeviceID: Int] = [:]
    /// The rows of the table that were applied.
    public private(set) var rows: Set<PlayerTransition> = []
    public private(set) var steps = 0

    public init() {}

    /// Returns the first violated invariant of a sequence; `nil` if there is none.
    public mutating func violation(in steps: [SequenceStep]) -> String? {
        (session, loaded, audible) = (PlayerSession(), [:], [:])
        excerpt = session.withoutContent
        for (index, step) in steps.enumerated() {
            if let violation = violation(at: step) { return "step \(index + 1), \(step): \(violation)" }
        }
        return nil
    }

    private mutating func violation(at step: SequenceStep) -> String? {
        steps += 1
        let before = session
        let reaction: PlayerReaction
        do {
            reaction = try before.handle(step.event, from: step.sender, at: step.now)
        } catch {
            if !excerpt.needsContent(for: step.event.kind),
                (try? excerpt.handle(step.event, from: step.sender, at: step.now)) != nil
            {
                return "an event is refused only with the whole queue: \(error)"
            }
            if case .notAllowed = error, PlayerTable.events(in: before.state).contains(step.event.kind),
                step.event.attempt == nil
            {
                return "an input that the table has for \(before.state) is refused: \(error)"
            }
            return nil
        }
        rows.insert(reaction.transition)
        session = reaction.session
        if (try? before.handle(step.event, from: step.sender, at: step.now)) != reaction { return "two results" }
        if reaction.effects.compactMap(\.audio) != reaction.transition.audio {
            return "effects \(reaction.effects) for \(reaction.transition.audio)"
        }
        return actions(reaction.effects, before)
            ?? states(before, step)
            ?? positions(before, step, reaction)
            ?? lists(before, step, reaction)
            ?? excerpts(before, step, reaction)
    }

    /// Checks that the session with an excerpt has the same reaction, unless the event needs the whole queue.
    private mutating func excerpts(
        _ before: PlayerSession, _ step: SequenceStep, _ reaction: PlayerReaction
    ) -> String? {
        guard !excerpt.needsContent(for: step.event.kind) else {
            excerpt = session.withoutContent
            return nil
        }
        guard let other = try? excerpt.handle(step.event, from: step.sender, at: step.now) else {
            return "the event is refused with an excerpt of the queue"
        }
        excerpt = other.session
        if excerpt.with(PlayerQueueContent(before.queue)) != session || other.effects != reaction.effects {
            return "another reaction with an excerpt of the queue"
        }
        return nil
    }

    /// Performs the effects. Returns a violation if audio starts for an attempt that is not current or was not queued, or if more than one
    /// device is audible.
    private mutating func actions(_ effects: [PlayerEffect], _ before: PlayerSession) -> String? {
        for effect in effects {
            switch effect {
            case .queue(let device, let attempt, let item, let position):
                if attempt != session.attempt || attempt <= before.attempt { return "attempt \(attempt) is not new" }
                if item.isBlocked { return "a blocked item is queued" }
                if item != session.item || device != session.device { return "another item or device is queued" }
                if position < 0 { return "position \(position)" }
                loaded[device, default: []].insert(attempt)
            case .start(let device, let attempt):
                if attempt != session.attempt { return "start of attempt \(attempt), current is \(session.attempt)" }
                if loaded[device]?.remove(attempt) == nil { return "start of an attempt that was not queued" }
                audible[device] = attempt
            case .cancel(let device, let attempt):
                if loaded[device]?.remove(attempt) == nil { return "cancellation of an attempt that was not queued" }
            case .pause(let device, let attempt), .stop(let device, let attempt):
                if audible[device] != attempt { return "end of an attempt that does not play" }
                audible[device] = nil
            case .seek(let device, let attempt, _), .setRate(let device, let attempt, _):
                if audible[device] != attempt { return "a change of an attempt that does not play" }
            case .heard(_, _, let played):
                if played < 0 { return "heard \(played)" }
            }
        }
        return nil
    }

    /// Checks the state: a device plays only in a playing state, BeginPlay is never audible, and collapsing changes the audio only in P6.
    private mutating func states(_ before: PlayerSession, _ step: SequenceStep) -> String? {
        if session.audio == .loading, step.event.kind == .trackEnded, let device = before.device {
            audible[device] = nil
        }
        var expected: [PlayerDeviceID: Int] = [:]
        if session.audio.isStarted, let device = session.device { expected[device] = session.attempt }
        if audible != expected { return "audible \(audible), state \(session.state), audio \(session.audio)" }
        switch session.state {
        case .silent, .expanded: if session.audio.isActive { return "\(session.audio) in \(session.state)" }
        case .beginPlay: if session.audio != .loading { return "\(session.audio) in \(session.state)" }
        case .expandedPlay: if !session.audio.isStarted { return "\(session.audio) in \(session.state)" }
        case .collapsedPlay: if !session.audio.isActive { return "\(session.audio) in \(session.state)" }
        }
        if session.audio.isActive, session.device == nil || session.item == nil {
            return "audio without device or item"
        }
        if loaded.values.contains(where: { attempts in attempts.contains { $0 != session.attempt } }) {
            return "an older attempt was not cancelled"
        }
        if step.event == .tapText, before.state != .beginPlay, session.audio != before.audio {
            return "collapsing changed the audio"
        }
        return nil
    }

    /// Checks the position: it is within the item, pausing and resuming keep the exact position, and a paused position does not change.
    private func positions(_ before: PlayerSession, _ step: SequenceStep, _ reaction: PlayerReaction) -> String? {
        let position = session.positionMs(at: step.now)
        switch session.item?.timing {
        case .fixed(let duration)?:
            if position < 0 || position > duration ?? .max { return "position \(position) of \(duration ?? -1)" }
            if step.event == .tapPause, before.audio == .playing, position != before.positionMs(at: step.now) {
                return "pause moved the position"
            }
            if step.event == .tapPlay, session.state == .beginPlay, session.item == before.item,
                session.queue.index == before.queue.index, position != before.positionMs(at: step.now)
            {
                return "play moved the position"
            }
            let later = PlayerTime(milliseconds: step.now.milliseconds + 10_000)
            if session.audio != .playing, session.positionMs(at: later) != position { return "a paused position moves" }
        case .live(let window)?: if !(0...window).contains(position) { return "position \(position)" }
        case nil: if position != 0 { return "position \(position) of nothing" }
        }
        return nil
    }

    private func lists(_ before: PlayerSession, _ step: SequenceStep, _ reaction: PlayerReaction) -> String? {
        let queue = session.queue
        if !queue.isEmpty, !(0..<queue.count).contains(queue.index) { return "index \(queue.index) of \(queue.count)" }
        if queue.isEmpty, queue.index != 0 { return "index \(queue.index) of an empty queue" }
        if let order = queue.order, order.sorted() != Array(0..<queue.count) { return "order \(order)" }
        if session.attempt < before.attempt { return "the attempt fell" }
        if session.revision < before.revision || session.revision > before.revision + 1 { return "the revision jumped" }
        if reaction.transition.rule == "P13", session != before { return "a late report changed the session" }
        if session.revision == before.revision, session.state != before.state || session.queue != before.queue {
            return "a change without a revision"
        }
        let moves: Set<PlayerEvent.Kind> = [.insert, .move, .setShuffle, .setRepeat]
        if moves.contains(step.event.kind), session.item != before.item, before.item != nil {
            return "the current item changed"
        }
        if step.event.kind == .move || step.event.kind == .setShuffle,
            queue.items.map(\.id).sorted() != before.queue.items.map(\.id).sorted()
        {
            return "items were lost"
        }
        return nil
    }
}
