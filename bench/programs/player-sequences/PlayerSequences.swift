import Foundation
import PlayerCore
import PlayerCoreTestSupport

/// The program `player-sequences [SEQUENCES] [SEED]`, which runs random sequences of events on PlayerCore, on every processor, and checks
/// the invariants of the player after every step. A sequence that violates an invariant is printed in its shortest form, and the exit
/// status is 1.
@main
struct PlayerSequences {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst().map { Int($0) }
        guard arguments.count <= 2, arguments.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else {
            FileHandle.standardError.write(Data("usage: player-sequences [SEQUENCES] [SEED]\n".utf8))
            exit(2)
        }
        let count = arguments.first.flatMap(\.self) ?? 1_000_000
        let seed = UInt64(arguments.dropFirst().first.flatMap(\.self) ?? Int.random(in: 0...1_000_000))
        let parts = max(1, min(ProcessInfo.processInfo.activeProcessorCount, count))
        let begin = ContinuousClock.now
        let runs = await withTaskGroup(of: SequenceRun.self) { group in
            for part in 0..<parts {
                let share = count / parts + (part < count % parts ? 1 : 0)
                group.addTask { SequenceRun(seed: seed &+ UInt64(part) &* 0x5851_F42D, sequences: share) }
            }
            var runs: [SequenceRun] = []
            for await run in group { runs.append(run) }
            return runs
        }
        let steps = runs.reduce(0) { $0 + $1.steps }
        let rows = runs.reduce(into: Set<PlayerTransition>()) { $0.formUnion($1.rows) }
        print(
            "seed \(seed): \(runs.reduce(0) { $0 + $1.sequences }) sequences, \(steps) events in \(ContinuousClock.now - begin)"
        )
        print("\(rows.count) of \(PlayerTable.rows.count) rows of the table were used")
        for failure in runs.compactMap(\.failure) { print(failure) }
        exit(runs.allSatisfy { $0.failure == nil } ? 0 : 1)
    }
}
