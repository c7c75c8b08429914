import Testing

@testable import ConcertNotes

/// The arbiter in random interleavings of two operators, a follower and the automatic advance, against the rules of decision 0066 stated
/// over the whole history.
@Suite struct LiveArbiterModelTests {
    @Test func randomConcertsObeyTheRulesForTheLeadingSource() {
        var (leads, losses, steps) = (0, 0, 0)
        var (handOvers, takeOvers) = (0, 0)
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var concert = ModelConcert(seed: seed)
            for _ in 0..<300 { concert.step() }
            #expect(concert.faults == [], "seed \(seed)")
            if !concert.faults.isEmpty { return }
            leads += concert.history.count { $0.gained }
            losses += concert.history.count { $0.lost }
            handOvers += concert.history.count { $0.event == .handOver && $0.changesHolder }
            takeOvers += concert.history.count { $0.event == .takeOver && $0.changesHolder }
            steps += concert.history.count { $0.event == .tick && $0.moved != nil }
        }
        // The random concerts must reach the cases of the rules often.
        #expect(leads > 1_000 && losses > 100 && steps > 5_000, "\(leads) leads, \(losses) losses, \(steps) steps")
        #expect(handOvers > 1_000 && takeOvers > 500, "\(handOvers) hand-overs, \(takeOvers) take-overs")
    }
}

/// A random concert: the arbiter, the position, and everything that has happened.
private struct ModelConcert {
    enum Event: Equatable {
        case move, takeOver, handOver, allow, start, pause, hold, resume, tick
        case reading(ordinal: Int, confidence: Double)
    }

    struct Entry {
        let event: Event
        let at: Int64
        /// The position and the leader before the event.
        let current: Int
        let leader: LiveArbiter.Leader
        let isMovable: Bool
        /// The operator who acts, or who gets the position in a hand-over; `nil` for events of programs.
        let person: LiveArbiter.Holder?
        /// The holder before the event.
        let holder: LiveArbiter.Holder?
        /// The position and the leader after it.
        var moved: Int?
        var leads = LiveArbiter.Leader.person

        var gained: Bool { leader != .follower && leads == .follower }
        var lost: Bool { leader == .follower && leads != .follower && !isByPerson }
        var isByPerson: Bool { event == .move || event == .takeOver }
        /// Whether the event names a holder.
        var namesHolder: Bool { isByPerson || event == .handOver }
        /// Whether the position goes from one operator to the other.
        var changesHolder: Bool { holder != nil && person != holder }
        /// A person's decision, after which the history of the follower starts again.
        var isReset: Bool { isByPerson || event == .allow }
        var reading: (ordinal: Int, confidence: Double)? {
            if case .reading(let ordinal, let confidence) = event { (ordinal, confidence) } else { nil }
        }
    }

    /// The two operators.
    private static let people = [
        LiveArbiter.Holder(userID: 7, login: "anna"), LiveArbiter.Holder(userID: 8, login: "bob"),
    ]

    private(set) var history: [Entry] = []
    private(set) var faults: [String] = []
    private var arbiter = LiveArbiter()
    private var now: Int64 = 0
    private var (ordinal, revision, reachedAt) = (1, Int64(1), Int64(0))
    private var isHeld = false
    private var (heard, isGood) = (1, true)
    private var random: Numbers

    init(seed: UInt64) { random = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15) }

    mutating func step() {
        now +=
            Int64.random(in: 1...40, using: &random) == 1
            ? Int64.random(in: 1_000...6_000, using: &random) : Int64.random(in: 50...400, using: &random)
        if Int.random(in: 1...25, using: &random) == 1 { isGood.toggle() }
        let event = nextEvent()
        let isOfPerson = [.move, .takeOver, .handOver].contains(event)
        let person = isOfPerson ? Self.people[Int.random(in: 0...1, using: &random)] : nil
        var entry = Entry(
            event: event, at: now, current: ordinal, leader: arbiter.leader, isMovable: !isHeld, person: person,
            holder: arbiter.holder)
        let moved = apply(event, by: person)
        if let moved, moved != ordinal {
            (ordinal, revision, reachedAt) = (moved, revision + 1, now)
            entry.moved = moved
        }
        entry.leads = arbiter.leader
        history.append(entry)
        check(entry)
    }

    private mutating func nextEvent() -> Event {
        switch Int.random(in: 1...100, using: &random) {
        case 1...2: return .move
        case 3: return .takeOver
        case 4...7: return .allow
        case 8...10: return .start
        case 11: return .pause
        case 12: return .hold
        case 13...15: return .resume
        case 16...34: return .tick
        case 35: return .handOver
        default:
            if isGood {
                heard = ordinal + Int.random(in: 0...3, using: &random) / 3
                return .reading(ordinal: heard, confidence: Double.random(in: 0.7...1, using: &random))
            }
            heard = max(1, ordinal + Int.random(in: -4...20, using: &random))
            let highest = Int.random(in: 1...6, using: &random) == 1 ? 1 : 0.45
            return .reading(ordinal: heard, confidence: Double.random(in: 0...highest, using: &random))
        }
    }

    private mutating func apply(_ event: Event, by person: LiveArbiter.Holder?) -> Int? {
        switch event {
        case .move:
            arbiter.personMoved(person)
            return Int.random(in: 1...100, using: &random)
        case .takeOver: arbiter.takeOver(by: person)
        case .handOver: if let person { arbiter.handOver(to: person) }
        case .allow: arbiter.allowFollower()
        case .start: if !isHeld { arbiter.start(AutoAdvance(tempo: 1, from: start)) }
        case .pause: arbiter.pauseAdvance()
        case .hold, .resume:
            let isHeld = event == .hold
            if isHeld != self.isHeld { (revision, reachedAt) = (revision + 1, now) }
            self.isHeld = isHeld
        case .tick:
            return arbiter.tick(start, in: SourcesFixture.timeline, isMovable: !isHeld, at: now)?.ordinal
        case .reading(let heard, let confidence):
            return arbiter.read(
                ordinal: heard, confidence: confidence, current: ordinal, isMovable: !isHeld, at: now)
        }
        return nil
    }

    private var start: AutoAdvance.Start {
        AutoAdvance.Start(ordinal: ordinal, at: reachedAt, revision: revision)
    }
}

// MARK: - The rules over the history

extension ModelConcert {
    private mutating func check(_ entry: Entry) {
        func rule(_ holds: Bool, _ name: String) { if !holds { faults.append("\(history.count): \(name)") } }
        if entry.isByPerson { rule(arbiter.leader == .person, "a person leads after a move or take-over") }
        let named = last { $0.namesHolder }
        rule(arbiter.holder == (named < 0 ? nil : history[named].person), "the last person named holds the position")
        let isTakenOver = self.isTakenOver
        rule(arbiter.isTakenOver == isTakenOver, "a take-over lasts until a program may lead again")
        rule(arbiter.admits(.operator) && arbiter.admits(.osc), "every operator may move the concert")
        if isTakenOver {
            rule(!arbiter.admits(.follower) && !arbiter.admits(.auto), "a take-over refuses programs without readings")
        }
        if entry.event == .handOver {
            rule(entry.leads == entry.leader, "a hand-over between persons leaves the leader")
        }
        if arbiter.leader == .follower { rule(isAllowed, "the follower leads only if allowed since a person led") }
        if arbiter.leader == .auto { rule(isStarted, "the advance leads only if started since a person led") }
        switch entry.event {
        case .tick:
            guard let moved = entry.moved else { break }
            rule(entry.leads == .auto, "only the leading advance steps")
            rule(moved > entry.current, "the advance never steps back")
            rule((moved <= 60) == (entry.current <= 60), "the advance stays in its piece")
            rule(entry.isMovable, "a held concert does not advance")
        case .reading(let ordinal, let confidence):
            if entry.moved != nil {
                rule(entry.leads == .follower, "only the leading follower moves")
                rule(entry.isMovable, "a held concert does not follow")
                let reach = entry.leader == .follower ? -2...8 : -8...16
                rule(reach.contains(ordinal - entry.current), "the follower never jumps")
                rule(confidence >= (entry.leader == .follower ? 0.4 : 0.7), "the follower moves only when sure")
            }
            rule(
                entry.gained || entry.leader == .follower || !(isAllowed && entry.isMovable && isProven),
                "a proven follower leads")
            if entry.gained { rule(isProven, "a follower leads only when proven") }
        default:
            rule(entry.moved == nil || entry.event == .move, "\(entry.event) moves nothing")
        }
        if entry.lost { rule(isSilent(before: entry) || isDoubtful, "the lead is lost only by silence or doubt") }
    }

    /// Returns the index of the last matching entry, or -1.
    private func last(_ event: (Entry) -> Bool) -> Int { history.lastIndex(where: event) ?? -1 }

    private var isAllowed: Bool { last { $0.event == .allow } > last { $0.isByPerson } }

    private var isStarted: Bool {
        last { $0.event == .start && $0.isMovable } > last { $0.isByPerson || $0.event == .pause }
    }

    private var isTakenOver: Bool {
        last { $0.event == .takeOver } > last { $0.event == .allow || $0.event == .start && $0.isMovable }
    }

    /// Whether all readings of the required time have been sure, near and continuous.
    private var isProven: Bool {
        let reset = last { $0.isReset }
        let since = history[(reset + 1)...]
        let losses = since.dropLast().count { $0.lost }
        let required = min(30_000, 3_000 << Int64(losses))
        let run = history[max(reset + 1, firstAfterLoss)...]
        var newer: Entry?
        var first: Int64?
        for entry in run.reversed() {
            guard let reading = entry.reading else { continue }
            guard reading.confidence >= 0.7, (-8...16).contains(reading.ordinal - entry.current) else { break }
            if let newer, let next = newer.reading {
                guard newer.at - entry.at <= 2_000, (-2...8).contains(next.ordinal - reading.ordinal) else { break }
            }
            (newer, first) = (entry, entry.at)
        }
        return first.map { now - $0 >= required } ?? false
    }

    /// The index of the first entry that can belong to a new run. A reading after silence begins a new run.
    private var firstAfterLoss: Int {
        guard let index = history.dropLast().lastIndex(where: { $0.lost }) else { return 0 }
        let entry = history[index]
        let before = history[..<index].last { $0.reading != nil }
        let endsSilence = entry.reading != nil && before.map { entry.at - $0.at > 3_000 } ?? true
        return endsSilence ? index : index + 1
    }

    private func isSilent(before entry: Entry) -> Bool {
        guard let last = history.dropLast().last(where: { $0.reading != nil }) else { return true }
        return entry.at - last.at > 3_000
    }

    /// Whether the readings of the last four seconds could not be used.
    private var isDoubtful: Bool {
        var first: Int64?
        for entry in history.reversed() {
            if entry.gained || entry.isReset { break }
            guard let reading = entry.reading else { continue }
            guard entry.isMovable,
                reading.confidence < 0.4 || !(-2...8).contains(reading.ordinal - entry.current)
            else { break }
            first = entry.at
        }
        return first.map { now - $0 >= 4_000 } ?? false
    }
}

/// SplitMix64.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
