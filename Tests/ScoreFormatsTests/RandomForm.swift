@testable import ScoreFormats

/// Small random forms, the same for the same seed: repeats of all kinds, nested, with and without endings and start
/// signs, and jumps at any position.
struct RandomForm: RandomNumberGenerator {
    private var state: UInt64
    private var number = 0

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func notation() -> FormNotation {
        number = 0
        var words: [FormNotation.Word] = []
        for _ in 0..<Int.random(in: 1...4, using: &self) { words += block(depth: 0) }
        return FormNotation(words: withJumps(words))
    }

    private mutating func measures(_ count: ClosedRange<Int>) -> [FormNotation.Word] {
        (0..<Int.random(in: count, using: &self)).map { _ in
            number += 1
            return .measure("\(number)")
        }
    }

    private mutating func block(depth: Int) -> [FormNotation.Word] {
        switch Int.random(in: 0..<10, using: &self) {
        case 0, 1: return measures(1...2)
        case 2: return [.forward] + measures(1...2)
        case 3: return measures(1...2) + [sign()]
        case 4, 5: return opening() + body(depth) + [sign()]
        default: return opening() + body(depth) + endings(depth)
        }
    }

    private mutating func opening() -> [FormNotation.Word] { chance(75) ? [.forward] : [] }

    private mutating func sign() -> FormNotation.Word {
        .backward(times: chance(20) ? Int.random(in: 1...3, using: &self) : nil, isRepeatedAfterJump: chance(20))
    }

    private mutating func body(_ depth: Int) -> [FormNotation.Word] {
        guard depth < 2, chance(25) else { return measures(1...2) }
        return measures(1...1) + block(depth: depth + 1) + measures(1...1)
    }

    private mutating func endings(_ depth: Int) -> [FormNotation.Word] {
        let lists: [[[Int]]] = [
            [[1], [2]], [[1], [2]], [[1]], [[1, 2]], [[1, 2], [3]], [[1], [2], [3]], [[1, 3], [2, 4]], [[1, 3], [2]],
            [[2]],
        ]
        let list = lists[Int.random(in: 0..<lists.count, using: &self)]
        var words: [FormNotation.Word] = []
        // "1 :| [2 2 ]": the repeat sign comes before the endings.
        if list == [[2]] { words.append(sign()) }
        for (index, passes) in list.enumerated() {
            words.append(.ending(passes))
            words += measures(1...2)
            let isLast = index == list.count - 1 && list.count > 1
            if chance(isLast || list == [[2]] ? 20 : 85) {
                words.append(.backward(times: nil, isRepeatedAfterJump: chance(10)))
            }
            words.append(.endingEnd)
        }
        return words
    }

    private mutating func withJumps(_ words: [FormNotation.Word]) -> [FormNotation.Word] {
        guard chance(70) else { return words }
        var result: [FormNotation.Word] = []
        for word in words {
            guard case .measure = word else {
                result.append(word)
                continue
            }
            if chance(12) { result.append(.segno) }
            if chance(12) { result.append(.coda) }
            result.append(word)
            let times = chance(10) ? [Int.random(in: 1...3, using: &self)] : []
            let until = [nil, nil, FormMarks.Jump.Until.fine, .coda][Int.random(in: 0..<4, using: &self)]
            if chance(10) { result.append(.fine(times)) }
            if chance(10) { result.append(.toCoda(times)) }
            if chance(7) { result.append(.daCapo(until, times)) }
            if chance(7) { result.append(.dalSegno(until, times)) }
        }
        return result
    }

    /// Marks on measures without any order.
    mutating func nonsense() -> [FormMarks] {
        (0..<Int.random(in: 1...8, using: &self)).map { _ in
            var mark = FormMarks()
            mark.forward = chance(30)
            if chance(30) {
                mark.backward = FormMarks.Backward(times: chance(50) ? 3 : nil, isRepeatedAfterJump: chance(50))
            }
            if chance(40) {
                mark.ending = FormMarks.Ending(
                    passes: chance(80) ? [Int.random(in: 1...4, using: &self)] : [],
                    length: chance(50) ? Int.random(in: 1...4, using: &self) : nil)
            }
            if chance(20) { mark.segnos = [""] }
            if chance(20) { mark.codas = [""] }
            let jump = FormMarks.Jump(times: chance(30) ? [1, 2] : [], until: chance(30) ? .coda : nil)
            if chance(15) { mark.fine = jump }
            if chance(15) { mark.toCoda = jump }
            if chance(15) { mark.daCapo = jump }
            if chance(15) { mark.dalSegno = jump }
            return mark
        }
    }
}
