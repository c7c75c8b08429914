/// A queue in which realms take turns, each with its own first-in, first-out line (Nagle, "On Packet Switches With Infinite Storage", RFC 970). A
/// realm is a name that the caller chooses.
///
/// All realms share one limit (spec T17, S1.26). When the queue is full, a new element displaces the last element of the longest line ("longest
/// queue drop": Suter, Lakshman, Stiliadis and Choudhury, INFOCOM 1998), or is itself dropped if no line is longer than its own would be. So a
/// realm with many waiting elements cannot shut out another. Rejected: a limit for each realm, which would waste places on a server with one realm.
///
/// In each line, elements that are ahead are taken first and dropped last. If the queue is full, a new element that is ahead replaces the newest of
/// the others in its own line, if there is one.
public struct FairQueue<Element> {
    private var lines: [String: FairLine<Element>] = [:]
    private var turns = FIFO<String>()
    public private(set) var count = 0

    public init() {}

    public var isEmpty: Bool { count == 0 }

    /// Returns the number of waiting elements of a realm.
    public func count(of realm: String) -> Int { lines[realm]?.count ?? 0 }

    /// Appends an element to its realm's line, and returns the element that a full queue dropped, possibly the new one; otherwise `nil`. O(1), or
    /// O(n) in the number of realms if the queue is full.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of waiting elements of all realms together.
    ///   - isAhead: whether the element is taken before the others of its realm.
    public mutating func append(
        _ element: Element, of realm: String, limit: Int, isAhead: Bool = false
    ) -> Element? {
        guard count >= limit else {
            insert(element, of: realm, isAhead: isAhead)
            return nil
        }
        if isAhead, let pushed = lines[realm]?.others.popLast() {
            count -= 1
            insert(element, of: realm, isAhead: true)
            return pushed
        }
        guard let longest = lines.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
            longest.value.count > count(of: realm) + 1, let pushed = lines[longest.key]?.popLast()
        else { return element }
        // The longest line keeps its turn, because more elements remain.
        count -= 1
        insert(element, of: realm, isAhead: isAhead)
        return pushed
    }

    /// Removes and returns the next element in turn; `nil` if the queue is empty. O(1).
    public mutating func popFirst() -> Element? {
        guard let realm = turns.popFirst(), let element = lines[realm]?.popFirst() else { return nil }
        count -= 1
        if lines[realm]?.isEmpty == false { turns.append(realm) } else { lines[realm] = nil }
        return element
    }

    /// Removes the elements that satisfy the condition, by default all, and returns them, realm by realm. O(n).
    public mutating func removeAll(where isRemoved: (Element) -> Bool = { _ in true }) -> [Element] {
        var removed: [Element] = []
        var left = FIFO<String>()
        while let realm = turns.popFirst() {
            removed += lines[realm]?.ahead.removeAll(where: isRemoved) ?? []
            removed += lines[realm]?.others.removeAll(where: isRemoved) ?? []
            if lines[realm]?.isEmpty == false { left.append(realm) } else { lines[realm] = nil }
        }
        turns = left
        count -= removed.count
        return removed
    }

    private mutating func insert(_ element: Element, of realm: String, isAhead: Bool) {
        if lines[realm] == nil { turns.append(realm) }
        if isAhead {
            lines[realm, default: FairLine()].ahead.append(element)
        } else {
            lines[realm, default: FairLine()].others.append(element)
        }
        count += 1
    }
}

extension FairQueue: Sendable where Element: Sendable {}

private struct FairLine<Element> {
    var ahead = FIFO<Element>()
    var others = FIFO<Element>()

    var count: Int { ahead.count + others.count }
    var isEmpty: Bool { ahead.isEmpty && others.isEmpty }

    mutating func popFirst() -> Element? { ahead.popFirst() ?? others.popFirst() }
    mutating func popLast() -> Element? { others.popLast() ?? ahead.popLast() }
}

extension FairLine: Sendable where Element: Sendable {}
