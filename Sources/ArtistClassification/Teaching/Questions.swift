/// The keys that a filing was decided by: of which it was asked what was taught of them.
///
/// As long as teaching says of each of these what it said, the upload is filed as it was: what a lesson changes is found by its
/// keys. What only the library knows is not noted, since that is the same for all teachings of one library.
final class Questions {
    /// Whether any name is split; no name has a zero in it.
    static let anySplit = "\u{0}split"

    private(set) var keys: [String] = []

    func ask(_ key: String) { if !keys.contains(key) { keys.append(key) } }
}
