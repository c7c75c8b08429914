@testable import ScoreFormats

/// A player of forms, written independently of `FormPlayer`: it reads the words of a `FormNotation` one by one as a musician
/// does, with a stack of open repeats, and looks everything else up in the words when it needs it.
struct BruteForcePlayer {
    private struct Loop {
        /// The word after which the repeat begins, and whether a sign begins it.
        var start: Int
        var hasSign: Bool
        var pass = 1
        /// The number of times that the repeat is played, once its repeat sign has finished it.
        var times = 2

        var key: Key { Key(start: start, hasSign: hasSign) }
    }

    private struct Key: Hashable {
        let start: Int
        let hasSign: Bool
    }

    private typealias Word = FormNotation.Word

    private let words: [Word]
    private let groups: [[(start: Int, end: Int)]]
    private var stack: [Loop] = [Loop(start: 0, hasSign: false)]
    /// The repeat that the last repeat sign finished, while an ending may follow it.
    private var finished: Loop?
    private var isAttached = false
    private var begun: [Key: Int] = [:]
    private var done: Set<Key> = []
    private var heard: [Int: Int] = [:]
    private var used: Set<Int> = []
    private var isOnTheWayBack = false
    private var until: FormMarks.Jump.Until?

    private init(_ notation: FormNotation) {
        words = notation.words
        groups = Self.groups(notation.words)
    }

    /// Returns the indices of the measures as heard; `nil` if there are more than `limit`.
    static func order(of notation: FormNotation, limit: Int) -> [Int]? {
        var player = BruteForcePlayer(notation)
        return player.play(limit: limit)
    }

    // MARK: Looking up

    /// The endings that belong together: each begins directly after the end of the one before, and no two have a number in common.
    private static func groups(_ words: [Word]) -> [[(start: Int, end: Int)]] {
        var groups: [[(start: Int, end: Int)]] = []
        var passes: Set<Int> = []
        for (index, word) in words.enumerated() {
            guard case .ending(let numbers) = word else { continue }
            let end = words[index...].firstIndex(of: .endingEnd) ?? words.count - 1
            let isNext =
                groups.last?.last.map { last in
                    words[(last.end + 1)..<index].allSatisfy { isSign($0) }
                } ?? false
            if isNext, passes.isDisjoint(with: numbers), !numbers.contains(1) {
                groups[groups.count - 1].append((index, end))
                passes.formUnion(numbers)
            } else {
                groups.append([(index, end)])
                passes = Set(numbers)
            }
        }
        return groups
    }

    /// Whether a word is neither a measure nor a sign that opens a repeat.
    private static func isSign(_ word: Word) -> Bool {
        if case .measure = word { return false }
        return word != .forward
    }

    private func numbers(_ ending: (start: Int, end: Int)) -> [Int] {
        if case .ending(let numbers) = words[ending.start] { numbers } else { [] }
    }

    private func last(_ ending: (start: Int, end: Int)) -> Int { numbers(ending).max() ?? 0 }

    /// The words of the measure with a word.
    private func marks(around index: Int) -> ArraySlice<Word> {
        var (first, last) = (index, index)
        while first > 0, !isMeasure(first) { first -= 1 }
        while last + 1 < words.count, !isMeasure(last + 1), !isBefore(last + 1) { last += 1 }
        return words[first...last]
    }

    private func isMeasure(_ index: Int) -> Bool { if case .measure = words[index] { true } else { false } }

    private func isBefore(_ index: Int) -> Bool {
        switch words[index] {
        case .forward, .ending, .segno, .coda: true
        default: false
        }
    }

    private func sign(in marks: ArraySlice<Word>) -> (times: Int?, again: Bool)? {
        for case .backward(let times, let again) in marks { return (times, again) }
        return nil
    }

    private func jumps(_ marks: ArraySlice<Word>) -> Bool {
        marks.contains {
            switch $0 {
            case .daCapo, .dalSegno, .toCoda: true
            default: false
            }
        }
    }

    // MARK: Playing

    private mutating func play(limit: Int) -> [Int]? {
        var order: [Int] = []
        var index = 0
        begun[Key(start: 0, hasSign: false)] = 1
        var isLanding = false
        while index < words.count {
            switch words[index] {
            case .forward:
                stack.append(Loop(start: index, hasSign: true))
                begun[stack[stack.count - 1].key, default: 0] += 1
                finished = nil
            case .ending:
                guard let next = enterEnding(index, isLanding) else { break }
                index = next
                continue
            case .measure:
                let number = words[..<index].count { if case .measure = $0 { true } else { false } }
                guard order.count < limit else { return nil }
                order.append(number)
                heard[number, default: 0] += 1
                isLanding = false
                finished = nil
                let marks = marks(around: index)
                let end = index + marks.count - 1
                switch decide(after: number, marks, end: end) {
                case .stop: return order
                case .go(let target):
                    index = target
                    continue
                case .jump(let target):
                    land(at: target)
                    isLanding = true
                    index = target
                    continue
                }
            default: break
            }
            index += 1
        }
        return order
    }

    private enum Decision {
        case stop
        case go(Int)
        case jump(Int)
    }

    /// Returns the word at which to continue if the ending is not played; `nil` if the ending is played.
    private mutating func enterEnding(_ index: Int, _ isLanding: Bool) -> Int? {
        guard let group = groups.first(where: { $0.contains { $0.start == index } }),
            let ending = group.first(where: { $0.start == index })
        else { return nil }
        let wasAttached = isAttached
        attach(to: group)
        // A jump to an ending begins a pass of its repeat.
        if isLanding, isAttached, !wasAttached, let loop = stack.last { begun[loop.key, default: 0] += 1 }
        guard let loop = stack.last, !isLanding, isRepeat(group) else { return nil }
        if chosen(loop, group)?.start == index { return nil }
        // Skipped. After the last ending the repeat is over.
        if ending.start == group.last?.start { leave(group) }
        return ending.end + 1
    }

    /// An ending right after a repeat sign continues that repeat, unless it is for the first pass.
    private mutating func attach(to group: [(start: Int, end: Int)]) {
        if let loop = finished, !isAttached, !numbers(group[0]).contains(1) {
            stack.append(loop)
            isAttached = true
        }
        finished = nil
    }

    /// Whether a group repeats anything: a single ending without any repeat sign does not.
    private func isRepeat(_ group: [(start: Int, end: Int)]) -> Bool {
        isAttached || group.count > 1 || group.contains { goesBack($0, group) }
    }

    private func goesBack(_ ending: (start: Int, end: Int), _ group: [(start: Int, end: Int)]) -> Bool {
        let marks = marks(around: ending.end)
        if sign(in: marks) != nil { return true }
        return !isAttached && ending.start != group.last?.start && !jumps(marks)
    }

    /// The number of times that a repeat is played.
    private func passes(_ loop: Loop, _ group: [(start: Int, end: Int)]) -> Int {
        let most = group.map(last).max() ?? 1
        if isAttached { return max(loop.times, most) }
        if group.count == 1, let sign = sign(in: marks(around: group[0].end)) { return max(most + 1, sign.times ?? 0) }
        return most
    }

    private func chosen(_ loop: Loop, _ group: [(start: Int, end: Int)]) -> (start: Int, end: Int)? {
        let all = passes(loop, group)
        if done.contains(loop.key) {
            if let named = group.first(where: { numbers($0).contains(begun[loop.key] ?? 0) }) { return named }
            return chosen(pass: all, group)
        }
        return chosen(pass: loop.pass, group)
    }

    private func chosen(pass: Int, _ group: [(start: Int, end: Int)]) -> (start: Int, end: Int)? {
        if let named = group.first(where: { numbers($0).contains(pass) }) { return named }
        if !isAttached, group.count == 1, let sign = sign(in: marks(around: group[0].end)) {
            // The only ending is played in every pass but the last one.
            return pass < max(last(group[0]) + 1, sign.times ?? 0) ? group[0] : nil
        }
        let later = group.filter { last($0) > pass }.min { last($0) < last($1) }
        return later ?? group.max { last($0) < last($1) }
    }

    private mutating func decide(after measure: Int, _ marks: ArraySlice<Word>, end: Int) -> Decision {
        if let jump = timed(measure, marks) { return jump }
        var next = end + 1
        if let (group, ending) = endingThatEnds(in: marks),
            let level = levelOfEnding(ending, group)
        {
            stack.removeSubrange((level + 1)...)
            if goesBack(ending, group), back(passes(stack[level], group)) {
                return .go(stack[level].start + (stack[level].hasSign ? 1 : 0))
            }
            if let jump = plain(measure, marks) { return jump }
            next = (group.last?.end ?? end) + 1
            leave(group)
            return .go(next)
        }
        if let sign = sign(in: marks), let loop = stack.last {
            let times = max(1, sign.times ?? 2, mostAttached(after: end))
            if back(times) { return .go(loop.start + (loop.hasSign ? 1 : 0)) }
            if let jump = plain(measure, marks) { return jump }
            finish(loop, end, times)
            return .go(next)
        }
        return plain(measure, marks) ?? .go(next)
    }

    /// The largest number of the endings that continue a repeat after its repeat sign; 0 for none.
    private func mostAttached(after end: Int) -> Int {
        guard let group = groups.first(where: { $0[0].start > end }), !numbers(group[0]).contains(1),
            words[(end + 1)..<group[0].start].allSatisfy(Self.isSign)
        else { return 0 }
        return group.map(last).max() ?? 0
    }

    /// The open repeat to which an ending belongs that ends here, unless an inner repeat ends here.
    private func levelOfEnding(_ ending: (start: Int, end: Int), _ group: [(start: Int, end: Int)]) -> Int? {
        guard let level = stack.lastIndex(where: { $0.start <= ending.start }) else { return nil }
        return isRepeat(group) ? level : nil
    }

    private func endingThatEnds(
        in marks: ArraySlice<Word>
    ) -> (group: [(start: Int, end: Int)], ending: (start: Int, end: Int))? {
        for group in groups {
            if let ending = group.first(where: { marks.indices.contains($0.end) }) { return (group, ending) }
        }
        return nil
    }

    private mutating func back(_ passes: Int) -> Bool {
        guard let loop = stack.last, !done.contains(loop.key), loop.pass < passes else { return false }
        stack[stack.count - 1].pass += 1
        begun[loop.key, default: 0] += 1
        (finished, isAttached) = (nil, false)
        return true
    }

    /// A repeat without endings is over.
    private mutating func finish(_ loop: Loop, _ end: Int, _ times: Int) {
        stack.removeLast()
        restart(at: end + 1)
        guard !isAttached else { return }
        finished = loop
        finished?.times = times
    }

    /// A repeat with endings is over.
    private mutating func leave(_ group: [(start: Int, end: Int)]) {
        stack.removeLast()
        isAttached = false
        finished = nil
        restart(at: (group.last?.end ?? 0) + 1)
    }

    private mutating func restart(at start: Int) {
        if stack.isEmpty {
            stack = [Loop(start: start, hasSign: false)]
        } else if stack.count == 1, !stack[0].hasSign {
            stack[0] = Loop(start: start, hasSign: false)
        } else {
            return
        }
        begun[stack[0].key, default: 0] += 1
    }

    // MARK: Jumps

    private func word(of measure: Int) -> Int {
        words.indices.filter(isMeasure)[measure]
    }

    private func measure(with sign: Word, _ condition: (Int) -> Bool) -> [Int] {
        words.indices.filter { words[$0] == sign }.compactMap { index in
            let number = words[..<index].count { if case .measure = $0 { true } else { false } }
            return condition(number) ? number : nil
        }
    }

    private func segno(_ measure: Int) -> Int? { self.measure(with: .segno) { $0 <= measure }.last }
    private func coda(_ measure: Int) -> Int? { self.measure(with: .coda) { $0 > measure }.first }

    private mutating func timed(_ measure: Int, _ marks: ArraySlice<Word>) -> Decision? {
        let count = heard[measure] ?? 0
        for case .fine(let times) in marks where times.contains(count) { return .stop }
        for case .toCoda(let times) in marks where times.contains(count) {
            guard let target = coda(measure) else { continue }
            until = nil
            return jump(to: target)
        }
        for case .daCapo(let limit, let times) in marks where times.contains(count) { return wayBack(0, limit) }
        for case .dalSegno(let limit, let times) in marks where times.contains(count) {
            if let target = segno(measure) { return wayBack(target, limit) }
        }
        return nil
    }

    private mutating func plain(_ measure: Int, _ marks: ArraySlice<Word>) -> Decision? {
        if isOnTheWayBack {
            for case .fine(let times) in marks where times.isEmpty && until != .coda { return .stop }
            for case .toCoda(let times) in marks where times.isEmpty && until != .fine && !used.contains(4 * measure) {
                guard let target = coda(measure) else { continue }
                used.insert(4 * measure)
                until = nil
                return jump(to: target)
            }
        }
        for case .daCapo(let limit, let times) in marks where times.isEmpty && !used.contains(4 * measure + 1) {
            used.insert(4 * measure + 1)
            return wayBack(0, limit)
        }
        for case .dalSegno(let limit, let times) in marks where times.isEmpty && !used.contains(4 * measure + 2) {
            guard let target = segno(measure) else { continue }
            used.insert(4 * measure + 2)
            return wayBack(target, limit)
        }
        return nil
    }

    private mutating func wayBack(_ target: Int, _ limit: FormMarks.Jump.Until?) -> Decision {
        isOnTheWayBack = true
        until = limit
        return jump(to: target)
    }

    /// The word at which the marks before a measure begin.
    private func jump(to measure: Int) -> Decision {
        var index = word(of: measure)
        while index > 0, isBefore(index - 1) { index -= 1 }
        return .jump(index)
    }

    /// Finds the repeats that are open at a word by reading everything before it without playing.
    private mutating func land(at target: Int) {
        for key in begun.keys {
            if isRepeatedAfterJump(key) {
                begun[key] = nil
                done.remove(key)
            } else {
                done.insert(key)
            }
        }
        let keep = begun
        stack = [Loop(start: 0, hasSign: false)]
        (finished, isAttached) = (nil, false)
        skim(to: target)
        begun = keep
        for loop in stack { begun[loop.key, default: 0] += 1 }
    }

    private mutating func skim(to target: Int) {
        var index = 0
        while index < target {
            switch words[index] {
            case .forward:
                stack.append(Loop(start: index, hasSign: true))
                finished = nil
            case .ending:
                guard let group = groups.first(where: { $0.contains { $0.start == index } }) else { break }
                attach(to: group)
            case .measure:
                finished = nil
                let marks = marks(around: index)
                let end = index + marks.count - 1
                guard end < target else { return }
                skimEnd(marks, end)
            default: break
            }
            index += 1
        }
    }

    private mutating func skimEnd(_ marks: ArraySlice<Word>, _ end: Int) {
        if let (group, ending) = endingThatEnds(in: marks) {
            guard let level = levelOfEnding(ending, group) else { return }
            stack.removeSubrange((level + 1)...)
            if ending.start == group.last?.start { leave(group) }
        } else if let sign = sign(in: marks), let loop = stack.last {
            finish(loop, end, max(1, sign.times ?? 2, mostAttached(after: end)))
        }
    }

    private func isRepeatedAfterJump(_ key: Key) -> Bool { afterJump.contains(key) }

    /// The repeats whose signs say "after a jump too", found by reading all words up to each of these signs.
    private var afterJump: Set<Key> {
        var keys: Set<Key> = []
        for index in words.indices where isMeasure(index) {
            let marks = marks(around: index)
            guard sign(in: marks)?.again == true else { continue }
            var reader = self
            reader.stack = [Loop(start: 0, hasSign: false)]
            (reader.finished, reader.isAttached) = (nil, false)
            reader.skim(to: index + 1)
            var level = reader.stack.count - 1
            if let (group, ending) = endingThatEnds(in: marks), let owner = reader.levelOfEnding(ending, group) {
                level = owner
            }
            keys.insert(reader.stack[level].key)
        }
        return keys
    }
}
