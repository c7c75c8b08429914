import Web

/// The start times of the programmes in a file, by channel.
///
/// A programme without an end lasts until the next programme starts, and a programme that overlaps the next one is shortened. Call `note` for every
/// programme, then `sort`, and then `slot`.
struct SlotTable {
    /// The time slot of a programme, or why it has none.
    enum Slot: Equatable {
        case until(Instant)
        /// The programme overlaps the next one, so it is shortened to end at this time, the start of the next programme.
        case cut(Instant)
        /// The file gives no end, and no later programme of the channel starts within a day.
        case endless
        /// The end is not after the start, or is more than a week after it.
        case backwards
        /// A programme earlier in the file, at `line`, starts at the same time on the same channel.
        case taken(line: Int)
    }

    private struct Start {
        let time: Int64
        /// The position among the programmes of the file. The line does not identify a programme, since a whole guide may be one line.
        let order: Int
        let line: Int
        let hasEnd: Bool
        /// The next later start of any programme of the channel, in milliseconds since 1970; `nil` if there is none.
        var next: Int64?
        /// The next later start of a programme that is not `isEndless`, in milliseconds since 1970; `nil` if there is none.
        var nextOnAir: Int64?

        /// Whether no end is given and no start within a day can serve as the end. The start still ends an earlier programme without an end.
        var isEndless: Bool { !hasEnd && next.map { $0 - time > SlotTable.longestWithoutEnd } ?? true }
    }

    private static let longestWithoutEnd: Int64 = 86_400_000

    private var starts: [String: [Start]] = [:]

    /// Records a start, unless the end is not after it or is more than a week later, and returns whether it was recorded. `end` is `nil` if the file
    /// gives none. `order` is the position of the programme in the file, from 1. O(1).
    @discardableResult
    mutating func note(_ start: Instant, end: Instant?, order: Int, line: Int, channel: String) -> Bool {
        if let end, Self.isBackwards(start, end) { return false }
        starts[channel, default: []].append(
            Start(time: start.milliseconds, order: order, line: line, hasEnd: end != nil))
        return true
    }

    /// Sorts the starts. Call this function after the last `note` and before the first `slot`. O(n log n).
    mutating func sort() {
        for channel in starts.keys {
            starts[channel]?.sort { ($0.time, $0.order) < ($1.time, $1.order) }
            starts[channel] = starts[channel].map(Self.withNext)
        }
    }

    /// Returns the slot of the programme recorded with this start and order. O(log n + k) for k programmes with the same start.
    func slot(_ start: Instant, order: Int, channel: String, end: Instant?) -> Slot {
        if let end, Self.isBackwards(start, end) { return .backwards }
        let all = starts[channel] ?? []
        let index = index(of: start.milliseconds, order, in: all)
        guard index < all.count, all[index].order == order, !all[index].isEndless else { return .endless }
        let own = all[index]
        let first = all[self.index(of: own.time, 0, in: all)...].first { !$0.isEndless }
        if let first, first.order != own.order { return .taken(line: first.line) }
        guard let end else { return own.next.map { .until(Instant(milliseconds: $0)) } ?? .endless }
        let next = own.nextOnAir.map(Instant.init(milliseconds:))
        if let next, end > next { return .cut(next) }
        return .until(end)
    }

    private static func isBackwards(_ start: Instant, _ end: Instant) -> Bool {
        end <= start || end.milliseconds - start.milliseconds > 604_800_000
    }

    /// Returns the starts, which must be sorted by time, with `next` and `nextOnAir` set. Both skip starts at the same time, so starts at one time
    /// have equal values; `nextOnAir` also skips programmes that are `isEndless`.
    private static func withNext(_ sorted: [Start]) -> [Start] {
        var starts = sorted
        var (next, nextOnAir): (Int64?, Int64?) = (nil, nil)
        var end = starts.count
        while end > 0 {
            let time = starts[end - 1].time
            let begin = starts[..<end].lastIndex { $0.time != time }.map { $0 + 1 } ?? 0
            for index in begin..<end { (starts[index].next, starts[index].nextOnAir) = (next, nextOnAir) }
            if starts[begin..<end].contains(where: { !$0.isEndless }) { nextOnAir = time }
            (next, end) = (time, begin)
        }
        return starts
    }

    private func index(of time: Int64, _ order: Int, in all: [Start]) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if (all[middle].time, all[middle].order) < (time, order) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
