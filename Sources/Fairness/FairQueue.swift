/// A line of waiting elements in which realms take turns: each realm has a line of its own, first come first served, and
/// one element of each is taken in rotation (Nagle, "On Packet Switches With Infinite Storage", RFC 970 §4).
///
/// What a realm that had nothing here puts in is taken after at most as many turns as other realms wait, however much
/// those have put in. What a realm is, is the user's to say; here it is a name.
///
/// The places are bounded together. While there is room a realm may hold all of them; when there is none, whoever comes
/// pushes out the newest element of the longest line ("longest queue drop": Suter, Lakshman, Stiliadis and Choudhury,
/// INFOCOM 1998), unless its own would be as long. So no realm, and no number of them, shuts another one out, and a bound
/// for each, which would leave places empty in a server of one realm, is not needed.
/// Spec T17, S1.26.
public struct FairQueue<Element> {
    private var lines: [String: FIFO<Element>] = [:]
    /// The realms that have a line, the next one to be served first.
    private var turns = FIFO<String>()
    /// How many elements wait.
    public private(set) var count = 0

    /// An empty one.
    public init() {}

    /// Whether nobody waits.
    public var isEmpty: Bool { count == 0 }

    /// How many elements of a realm wait.
    public func count(of realm: String) -> Int { lines[realm]?.count ?? 0 }

    /// Puts an element at the end of its realm's line. O(1), and with all places taken O(realms).
    ///
    /// - Parameter limit: how many places there are for all realms.
    /// - Returns: what found no place: this element, or another one that had to make room for it; `nil` for nothing.
    public mutating func append(_ element: Element, of realm: String, limit: Int) -> Element? {
        guard count >= limit else {
            insert(element, of: realm)
            return nil
        }
        guard let longest = lines.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
            longest.value.count > count(of: realm) + 1, let pushed = lines[longest.key]?.popLast()
        else { return element }
        // The line that gives way has more than one element, so its turn stays.
        count -= 1
        insert(element, of: realm)
        return pushed
    }

    /// The next element in turn. O(1).
    public mutating func popFirst() -> Element? {
        guard let realm = turns.popFirst(), let element = lines[realm]?.popFirst() else { return nil }
        count -= 1
        if lines[realm]?.isEmpty == false { turns.append(realm) } else { lines[realm] = nil }
        return element
    }

    /// Removes the elements that satisfy the condition and returns them, realm by realm in the order of their turns. O(n).
    public mutating func removeAll(where isRemoved: (Element) -> Bool = { _ in true }) -> [Element] {
        var removed: [Element] = []
        var left = FIFO<String>()
        while let realm = turns.popFirst() {
            removed += lines[realm]?.removeAll(where: isRemoved) ?? []
            if lines[realm]?.isEmpty == false { left.append(realm) } else { lines[realm] = nil }
        }
        turns = left
        count -= removed.count
        return removed
    }

    private mutating func insert(_ element: Element, of realm: String) {
        if lines[realm] == nil { turns.append(realm) }
        lines[realm, default: FIFO()].append(element)
        count += 1
    }
}

extension FairQueue: Sendable where Element: Sendable {}
