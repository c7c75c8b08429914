/// One thing that happens to a simulated concert from outside: an action of a person, or a fault of the machines.
enum ConcertInput: Sendable, Hashable {
    /// An operator (0 or 1) steps, jumps to the measure that is played, changes the state, or undoes the newest step.
    case step(Int, by: Int), follow(Int), hold(Int), release(Int), blackout(Int), undo(Int)
    case takeOver(Int), allowFollower(Int), startAdvance(Int), pauseAdvance(Int)
    /// The follower hears nothing, or is unsure.
    case followerSilent(Int64), followerUnsure(Int64)
    /// The database is away, or is paused; a fail-over; its clock jumps.
    case databaseDown(Int64), databasePaused(Int64), failOver(Int64), clockJump(Int64)
    /// A fail-over to a standby that lacks the moves of the last `lag` milliseconds, although they were acknowledged.
    case failOverLosingMoves(Int64, lag: Int64)
    /// In some of 1000 transactions the connection is lost, before or after the commit.
    case transactionsLost(Int64, perMille: Int64)
    /// The LISTEN connection of a server (0, 1) or an emitter (2, 3) is lost without notice.
    case notificationsLost(Int64, of: Int)
    case serverDown(Int64, Int), emitterKilled(Int64, Int), emitterPaused(Int64, Int)
    /// Packets are lost, reordered and duplicated; requests are lost.
    case networkBad(Int64, perMille: Int64)
    /// A tenth of the phones has no network.
    case phonesCut(Int64, tenth: Int)

    /// The time after which the fault is over; `nil` for the action of a person.
    var faultDuration: Int64? {
        switch self {
        case .step, .follow, .hold, .release, .blackout, .undo, .takeOver, .allowFollower, .startAdvance, .pauseAdvance,
            .followerSilent, .followerUnsure:
            nil
        case .clockJump(let by): 1000 + abs(by)
        case .databaseDown(let time), .databasePaused(let time), .failOver(let time),
            .failOverLosingMoves(let time, _), .transactionsLost(let time, _),
            .notificationsLost(let time, _), .serverDown(let time, _), .emitterKilled(let time, _),
            .emitterPaused(let time, _), .networkBad(let time, _), .phonesCut(let time, _):
            time
        }
    }
}

/// What happens to a concert from outside, in the order of time.
struct ConcertScript: Sendable, Hashable {
    struct Line: Sendable, Hashable, CustomStringConvertible {
        let at: Int64
        let input: ConcertInput

        var description: String { "\(at) ms: \(input)" }
    }

    var lines: [Line] = []

    init(lines: [Line]) { self.lines = lines }

    /// Makes the script of a seed. Persons act every few seconds with long rests; a fault comes about every minute.
    init(seed: UInt64, length: Int64) {
        var random = SimulationRandom(seed: seed ^ 0xC0_4CE7)
        var time: Int64 = 2000
        while time < length {
            lines.append(Line(at: time, input: Self.action(&random)))
            time += random.chance(60) ? 15_000 + random.below(45_000) : 300 + random.below(7_000)
        }
        time = 8000
        while time < length - 20_000 {
            let input = Self.fault(&random)
            lines.append(Line(at: time, input: input))
            time += random.chance(250) ? random.below(4_000) : 20_000 + random.below(80_000)
        }
        lines = lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    private static func action(_ random: inout SimulationRandom) -> ConcertInput {
        let person = random.chance(250) ? 1 : 0
        return switch random.below(100) {
        case 0..<45: .follow(person)
        case 45..<62: .step(person, by: random.chance(800) ? 1 : -1)
        case 62..<67: .undo(person)
        case 67..<70: .hold(person)
        case 70..<78: .release(person)
        case 78..<80: .blackout(person)
        case 80..<82: .takeOver(person)
        case 82..<89: .allowFollower(person)
        case 89..<94: .startAdvance(person)
        case 94..<95: .pauseAdvance(person)
        case 95..<97: .followerSilent(1000 + random.below(9000))
        default: .followerUnsure(1000 + random.below(9000))
        }
    }

    private static func fault(_ random: inout SimulationRandom) -> ConcertInput {
        let (time, one) = (500 + random.below(12_000), Int(random.below(2)))
        return switch random.below(12) {
        case 0: .databaseDown(time)
        case 1: .databasePaused(time)
        case 2 where random.chance(500):
            .failOverLosingMoves(random.chance(700) ? 100 : 500 + random.below(4000), lag: 200 + random.below(2800))
        case 2: .failOver(500 + random.below(4000))
        case 3: .clockJump(random.below(10_001) - 5000)
        case 4, 5: .transactionsLost(time, perMille: 100 + random.below(500))
        case 6: .notificationsLost(time, of: Int(random.below(4)))
        case 7: .serverDown(time, one)
        case 8: .emitterKilled(time, one)
        case 9: .emitterPaused(500 + random.below(5000), one)
        case 10: .networkBad(time, perMille: 50 + random.below(500))
        default: .phonesCut(time, tenth: Int(random.below(10)))
        }
    }
}
