import ConcertSimulation
import Foundation

/// `simulate-concerts [SEED] [HOURS] [CONCERTS] [FAULT]` runs concerts of consecutive seeds in virtual time, and checks the invariants of the
/// live concert. A concert that violates an invariant is printed as its shortest history, and the exit status is 1. With the name of a planted
/// fault, or `faults` for all, the program looks for the first concert that finds each fault; the exit status is 1 if a fault is not found.
@main
struct SimulateConcerts {
    static func main() {
        let arguments = CommandLine.arguments
        func number(_ index: Int, _ standard: Double) -> Double? {
            guard arguments.count > index else { return standard }
            return Double(arguments[index]).flatMap { $0 >= 0 ? $0 : nil }
        }
        guard arguments.count <= 5, let seed = number(1, 1), let hours = number(2, 3), hours <= 24,
            let count = number(3, 1)
        else {
            FileHandle.standardError.write(
                Data("usage: simulate-concerts [SEED] [HOURS] [CONCERTS] [FAULT | faults]\n".utf8))
            exit(2)
        }
        let seeds = (0..<UInt64(count)).map { UInt64(seed) + $0 }
        let seconds = Int(hours * 3600)
        guard arguments.count == 5 else {
            exit(run(seeds, seconds: seconds) ? 0 : 1)
        }
        let faults = PlantedFault.allCases.filter { arguments[4] == "faults" || $0.rawValue == arguments[4] }
        guard !faults.isEmpty else {
            let names = PlantedFault.allCases.map(\.rawValue).joined(separator: ", ")
            FileHandle.standardError.write(
                Data("no planted fault \"\(arguments[4])\"; the faults are \(names)\n".utf8))
            exit(2)
        }
        exit(faults.map { find($0, seeds, seconds: seconds) }.allSatisfy(\.self) ? 0 : 1)
    }

    /// Runs the concerts up to the first violation. Returns whether there is no violation.
    private static func run(_ seeds: [UInt64], seconds: Int) -> Bool {
        let begin = clock()
        for (index, seed) in seeds.enumerated() {
            let concert = SimulatedConcert(seed: seed, seconds: seconds)
            if let violation = concert.violation {
                print("seed \(seed): \(violation)")
                show(concert)
                return false
            }
            if seeds.count == 1 { print("seed \(seed): \(concert.summary)") }
            if (index + 1).isMultiple(of: 100) { print("\(index + 1) concerts without a violation") }
        }
        let used = Double(clock() - begin) / Double(CLOCKS_PER_SEC)
        let rate = Double(seconds * seeds.count) / max(used, 0.001)
        print(
            "\(seeds.count) concerts of \(seconds) s without a violation in \(String(format: "%.1f", used)) s of CPU: "
                + "\(Int(rate)) simulated seconds in a CPU second")
        return true
    }

    private static func find(_ fault: PlantedFault, _ seeds: [UInt64], seconds: Int) -> Bool {
        let begin = clock()
        for (index, seed) in seeds.enumerated() {
            let concert = SimulatedConcert(seed: seed, seconds: seconds, planted: fault)
            guard let violation = concert.violation else { continue }
            let used = String(format: "%.2f", Double(clock() - begin) / Double(CLOCKS_PER_SEC))
            print("\(fault.rawValue): found in concert \(index + 1) after \(used) s of CPU: \(violation)")
            show(concert)
            return true
        }
        print("\(fault.rawValue): NOT found in \(seeds.count) concerts")
        return false
    }

    private static func show(_ concert: SimulatedConcert) {
        guard let (lines, violation) = concert.shrunk() else { return }
        for line in lines { print("    \(line)") }
        print("    -> \(violation)")
    }
}
