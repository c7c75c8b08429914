/// A fair queue, in which each realm has its own first-in, first-out line, and one element of each line is taken in rotation
/// (Nagle, "On Packet Switches With Infinite Storage", RFC 970).
///
/// An element of a realm without waiting elements waits at most for one element of each other realm. A realm is a name that the caller chooses.
///
/// All realms share one limit (spec T17, S1.26), and a single realm may use all places. When the queue is full, a new element pushes out one element
/// of the longest line ("longest queue drop": Suter, Lakshman, Stiliadis and Choudhury, INFOCOM 1998), unless the longest line has at most one
/// element more than its own line; in that case, the new element itself is dropped. So a realm with many waiting elements cannot shut out another.
/// Rejected: a limit for each realm, which would waste places on a server with one realm.
///
/// In each line, elements that are ahead are taken before the others. A line loses the newest of the others first, and the newest element that is
/// ahead only if there are no others. If the queue is full, a new element that is ahead replaces the newest of the others in its own line, if there
/// is one.
public struct FairQueue<Element> {
    private var lines: [String: FairLine<Element>] = [:]
    /// The realms with a line, in the order of their turns.
    private var turns = FIFO<String>()
    /// The number of waiting elements.
    public private(set) var count = 0

    /// Creates an empty queue.
    public init() {}

    /// Whether the queue is empty.
    public var isEmpty: Bool { count == 0 }

    /// Returns the number of waiting elements of a realm.
    public func count(of realm: String) -> Int { lines[realm]?.count ?? 0 }

    /// Appends an element to its realm's line. If the queue is full, drops an element, possibly the new one. O(1), or O(n) in the number of realms if
    /// the queue is full.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of waiting elements of all realms.
    ///   - isAhead: whether the element is taken before the elements of its realm that are not ahead. A full queue drops it after them.
    /// - Returns: the element that was dropped, which is `element` or an element that it replaced; `nil` if no element was dropped.
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
        // The longest line has more than one element, so it keeps its turn.
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

    /// Removes the elements that satisfy the condition, by default all, and returns them, realm by realm in the order of their turns. O(n).
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

/// The line of one realm in a fair queue.
private struct FairLine<Element> {
    var ahead = FIFO<Element>()
    var others = FIFO<Element>()

    var count: Int { ahead.count + others.count }
    var isEmpty: Bool { ahead.isEmpty && others.isEmpty }

    mutating func popFirst() -> Element? { ahead.popFirst() ?? others.popFirst() }
    mutating func popLast() -> Element? { others.popLast() ?? ahead.popLast() }
}

extension FairLine: Sendable where Element: Sendable {}
