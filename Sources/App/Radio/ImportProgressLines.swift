import RadioImports
import Synchronization

/// The progress lines of an import: at most one every two seconds, and at the end the duration of each phase. A short import has no lines.
public final class ImportProgressLines: Sendable {
    private struct State {
        let begun: ContinuousClock.Instant
        var reportedAt: ContinuousClock.Instant
        var phase: (name: String, since: ContinuousClock.Instant)?
        var phases: [(name: String, took: Duration)] = []
        var hasReported = false
    }

    /// The interval between two progress lines.
    static let pause = Duration.seconds(2)
    /// The duration of the shortest phase that the summary lists.
    static let least = Duration.milliseconds(500)

    private let state: Mutex<State>

    public init(at now: ContinuousClock.Instant = .now) { state = Mutex(State(begun: now, reportedAt: now)) }

    /// Records the progress. Returns the line to write; `nil` if no line is due.
    public func line(at now: ContinuousClock.Instant, _ progress: ImportProgress) -> String? {
        state.withLock { state in
            if state.phase?.name != progress.phase {
                Self.end(&state, now)
                state.phase = (progress.phase, now)
            }
            guard now - state.reportedAt >= Self.pause else { return nil }
            state.reportedAt = now
            state.hasReported = true
            return "\((now - state.begun).components.seconds) s: \(progress)"
        }
    }

    /// Returns a line with the duration of the import and of each phase of at least `least`; `nil` if no line was written before.
    public func summary(at now: ContinuousClock.Instant) -> String? {
        state.withLock { state in
            Self.end(&state, now)
            state.phase = nil
            guard state.hasReported else { return nil }
            let parts = state.phases.filter { $0.took >= Self.least }.map { "\($0.name) \(Self.seconds($0.took))" }
            return "\(Self.seconds(now - state.begun)) s: " + parts.joined(separator: ", ")
        }
    }

    private static func end(_ state: inout State, _ now: ContinuousClock.Instant) {
        guard let phase = state.phase else { return }
        state.phases.append((phase.name, now - phase.since))
    }

    private static func seconds(_ duration: Duration) -> String {
        let tenths = duration.components.seconds * 10 + duration.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
