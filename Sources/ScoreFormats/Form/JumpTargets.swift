/// The segno and coda signs of a score, and the sign to which each jump leads.
struct JumpTargets: Sendable {
    private struct Signs: Sendable {
        private var all: [Int] = []
        private var named: [String: [Int]] = [:]

        mutating func add(_ names: Set<String>, at measure: Int) {
            guard !names.isEmpty else { return }
            all.append(measure)
            for name in names { named[name, default: []].append(measure) }
        }

        /// Returns the last measure at or before `position` with a sign of this name, or else with any sign; `nil` if there is none. O(log n).
        func last(_ name: String, notAfter position: Int) -> Int? {
            func last(_ measures: [Int]) -> Int? {
                let count = Self.count(measures, notAfter: position)
                return count > 0 ? measures[count - 1] : nil
            }
            return named[name].flatMap(last) ?? last(all)
        }

        /// Returns the first measure after `position` with a sign of this name, or else with any sign; `nil` if there is none. O(log n).
        func first(_ name: String, after position: Int) -> Int? {
            func first(_ measures: [Int]) -> Int? {
                let count = Self.count(measures, notAfter: position)
                return count < measures.count ? measures[count] : nil
            }
            return named[name].flatMap(first) ?? first(all)
        }

        private static func count(_ measures: [Int], notAfter position: Int) -> Int {
            var (low, high) = (0, measures.count)
            while low < high {
                let middle = (low + high) / 2
                if measures[middle] <= position { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private var segnos = Signs()
    private var codas = Signs()

    /// Collects the segno and coda signs of all measures. O(n).
    init(_ marks: [FormMarks]) {
        for (index, mark) in marks.enumerated() {
            segnos.add(mark.segnos, at: index)
            codas.add(mark.codas, at: index)
        }
    }

    /// Returns the measure of the segno to which a D.S. leads: the last segno at or before the jump with the jump's name, or else with any name,
    /// since programs often name the two differently. `nil` if there is none.
    func segno(of jump: FormMarks.Jump?, before position: Int) -> Int? {
        segnos.last(jump?.target ?? "", notAfter: position)
    }

    /// Returns the measure of the coda to which a To Coda leads: the first coda after the jump with the jump's name, or else with any name; `nil` if
    /// there is none.
    func coda(of jump: FormMarks.Jump?, after position: Int) -> Int? {
        codas.first(jump?.target ?? "", after: position)
    }
}
