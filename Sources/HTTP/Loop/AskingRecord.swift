/// What came of asking sockets that no event spoke for, and so whether it pays to go on.
///
/// Who asks in vain has spent a few system calls and delayed nobody; who finds a request has spared an event and
/// two changes of threads, which is about as much again. So asking pays where every second socket has something to say.
struct AskingRecord {
    /// Sockets asked before they are judged.
    static let sample = 64
    /// Sockets left to their sources after a sample that was mostly silent.
    static let rest = 1024

    private var found = 0
    private var silent = 0
    private var resting = 0

    /// Whether to ask the next one.
    mutating func isWorthAsking() -> Bool {
        guard resting > 0 else { return true }
        resting -= 1
        return false
    }

    /// One that was asked had something to say or, as often as it was asked, nothing.
    mutating func add(isFound: Bool) {
        if isFound { found += 1 } else { silent += 1 }
        guard found + silent == Self.sample else { return }
        if silent > found { resting = Self.rest }
        found = 0
        silent = 0
    }
}
