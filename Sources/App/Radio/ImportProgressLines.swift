import RadioImports
import Synchronization

/// What whoever waits for an import is told: a line every two seconds, and at the end how long each part took. Nothing of an
/// import that is done in less.
public final class ImportProgressLines: Sendable {
    private struct State {
        let begun: ContinuousClock.Instant
        var told: ContinuousClock.Instant
        var phase: (name: String, since: ContinuousClock.Instant)?
        /// How long each took, in their order.
        var phases: [(name: String, took: Duration)] = []
        var hasTold = false
    }

    /// Time between two lines.
    static let pause = Duration.seconds(2)
    /// What took less is not told.
    static let least = Duration.milliseconds(500)

    private let state: Mutex<State>

    public init(at now: ContinuousClock.Instant = .now) { state = Mutex(State(begun: now, told: now)) }

    /// Takes how far it is; the line to write, where it is time for one.
    public func line(at now: ContinuousClock.Instant, _ progress: ImportProgress) -> String? {
        state.withLock { state in
            if state.phase?.name != progress.phase {
                Self.end(&state, now)
                state.phase = (progress.phase, now)
            }
            guard now - state.told >= Self.pause else { return nil }
            state.told = now
            state.hasTold = true
            return "\((now - state.begun).components.seconds) s: \(progress)"
        }
    }

    /// Where the time went, of an import that was told of.
    public func summary(at now: ContinuousClock.Instant) -> String? {
        state.withLock { state in
            Self.end(&state, now)
            state.phase = nil
            guard state.hasTold else { return nil }
            let parts = state.phases.filter { $0.took >= Self.least }.map { "\($0.name) \(Self.seconds($0.took))" }
            return "\(Self.seconds(now - state.begun)) s: " + parts.joined(separator: ", ")
        }
    }

    private static func end(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard let phase = state.phase else { return }
        state.phases.append((phase.name, now - phase.since))
    }

    /// With one digit behind the point.
    private static func seconds(_ duration: Duration) -> String {
        let tenths = duration.components.seconds * 10 + duration.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
