/// A player of a measure map by lists of successors: the n-th element of a measure's list follows its n-th pass, and the last element all later
/// passes. A negative number and an empty list end the piece.
enum SuccessorPlayer {
    /// Returns the indices of the measures in the order in which they are heard. Throws `FormPlayer.TooLong` beyond `limit` measures. O(n + limit).
    static func order(of next: [[Int]], limit: Int) throws(FormPlayer.TooLong) -> [Int] {
        var order: [Int] = []
        var counts = [Int](repeating: 0, count: next.count)
        var position: Int? = next.isEmpty ? nil : 0
        while let index = position {
            guard order.count < limit else { throw FormPlayer.TooLong(measure: index) }
            order.append(index)
            counts[index] += 1
            let following = next[index].isEmpty ? -1 : next[index][min(counts[index], next[index].count) - 1]
            position = following < 0 ? nil : following
        }
        return order
    }
}
