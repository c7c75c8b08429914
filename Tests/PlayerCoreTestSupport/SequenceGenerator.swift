import PlayerCore

/// A generator of random sequences of events: taps on three devices, reports that arrive late, twice, in another order or never, and a
/// clock that jumps.
public struct SequenceGenerator {
    private var random: SeededGenerator
    private var session = PlayerSession()
    private var now: Int64 = 1_750_000_000_000
    /// The reports that devices have sent and that have not arrived yet.
    private var pending: [(event: PlayerEvent, sender: PlayerDeviceID)] = []

    static let devices = ["phone", "tablet", "web"]

    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the steps of a sequence.
    public mutating func sequence() -> [SequenceStep] {
        let length = 4 + number(40)
        var steps: [SequenceStep] = []
        // Half of the sequences begin with a queue, so that more than the empty player is tested.
        if isOneOf(2) {
            steps.append(
                SequenceStep(.replaceQueue(queue(), positionMs: 0, play: isOneOf(2)), from: device(), at: time))
        }
        while steps.count < length {
            if let last = steps.last { follow(last) }
            passTime()
            steps.append(step())
        }
        return steps
    }

    /// Applies a step and adds the devices' reports to the pending reports.
    private mutating func follow(_ step: SequenceStep) {
        guard let reaction = try? session.handle(step.event, from: step.sender, at: step.now) else { return }
        session = reaction.session
        for effect in reaction.effects {
            switch effect {
            case .queue(let device, let attempt, _, _):
                if !isOneOf(12) {
                    pending.append(
                        (
                            isOneOf(6) ? .streamFailed(attempt: attempt, .refused) : .streamReady(attempt: attempt),
                            device
                        ))
                }
            case .start(let device, let attempt):
                if isOneOf(3) { pending.append((.trackEnded(attempt: attempt), device)) }
                if isOneOf(4) { pending.append((.bufferEmpty(attempt: attempt), device)) }
                if isOneOf(4) { pending.append((.bufferFilled(attempt: attempt), device)) }
                if isOneOf(12) { pending.append((.streamLost(attempt: attempt, .unreachable), device)) }
                pending.append((position(attempt), device))
            default: break
            }
        }
    }

    private mutating func step() -> SequenceStep {
        if !pending.isEmpty, isOneOf(2) {
            let index = number(pending.count)
            let report = pending[index]
            // A report may arrive twice.
            if !isOneOf(8) { pending.remove(at: index) }
            return SequenceStep(report.event, from: report.sender, at: time)
        }
        return SequenceStep(input(), from: device(), at: time)
    }

    private mutating func passTime() {
        switch number(40) {
        case 0: now += 31 * 60_000
        case 1: now -= Int64(number(3_600_000))
        case 2: now += Int64(number(400)) * 86_400_000
        case 3, 4: now += 30_000
        default: now += Int64(number(5000))
        }
    }

    private mutating func input() -> PlayerEvent {
        switch number(34) {
        case 0, 1: .tapAnywhere
        case 2, 3: .tapText
        case 4, 5, 6: .tapPlay
        case 7, 8: .tapPause
        case 9: .doubleTap
        case 10: .toggle
        case 11: .select(index: number(9) - 1, play: isOneOf(2))
        case 12, 13: .next(play: isOneOf(2))
        case 14, 15: .previous(play: isOneOf(2))
        case 16: .seek(positionMs: Int64(number(400_000)) - 10_000)
        case 17: .seekLive(behindMs: Int64(number(20_000_000)))
        case 18: .goLive(play: isOneOf(2))
        case 19: .setShuffle(on: isOneOf(2), seed: random.next())
        case 20: .setRepeat(RepeatMode.allCases[number(3)])
        case 21: .setRate(Int64(number(5000)))
        case 22: .replaceQueue(queue(), positionMs: Int64(number(200_000)), play: isOneOf(2))
        case 23: .insert((0..<number(3)).map { _ in item() }, at: isOneOf(2) ? .next : .last)
        case 24: .move(from: number(6), to: number(6))
        case 25: .remove(index: number(6))
        case 26, 27: .transfer(to: device(), play: [nil, true, false][number(3)])
        case 28: .streamReady(attempt: attempt())
        case 29: .streamFailed(attempt: attempt(), .failed)
        case 30: .trackEnded(attempt: attempt())
        case 31: .bufferEmpty(attempt: attempt())
        case 32: position(attempt())
        default: .timePassed
        }
    }

    private mutating func position(_ attempt: Int) -> PlayerEvent {
        .position(
            attempt: attempt, positionMs: Int64(number(300_000)) - 1000,
            at: PlayerTime(milliseconds: now + Int64(number(4000)) - 3000))
    }

    private mutating func queue() -> PlayerQueue {
        // Some queues are longer than the excerpt that is stored with a session.
        let items = (0..<number(isOneOf(8) ? 90 : 7)).map { _ in item() }
        return PlayerQueue(context: "songs", items, index: items.isEmpty ? 0 : number(items.count))
    }

    private mutating func item() -> PlayerItem {
        let id = "item:\(number(5))"
        let isBlocked = isOneOf(6)
        switch number(8) {
        case 0: return PlayerItem(id: id, timing: .live(windowMs: 18_000_000), isBlocked: isBlocked)
        case 1: return PlayerItem(id: id, durationMs: nil, isBlocked: isBlocked)
        case 2: return PlayerItem(id: id, durationMs: 0, isBlocked: isBlocked)
        default: return PlayerItem(id: id, durationMs: Int64(20_000 + number(300_000)), isBlocked: isBlocked)
        }
    }

    /// Returns the number of the current attempt, or of an earlier or a later attempt.
    private mutating func attempt() -> Int { session.attempt + [0, 0, 0, -1, -2, 1][number(6)] }

    private mutating func device() -> PlayerDeviceID { Self.devices[number(Self.devices.count)] }

    private var time: PlayerTime { PlayerTime(milliseconds: now) }

    private mutating func isOneOf(_ count: Int) -> Bool { number(count) == 0 }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
