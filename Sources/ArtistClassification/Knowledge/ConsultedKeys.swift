/// The keys for which a filing consulted the corrections. The filing stays valid as long as look-ups of these keys in the corrections give the same
/// results. Look-ups in the library alone are not recorded.
final class ConsultedKeys {
    /// The key that records whether any name is split. Names cannot have this key, because their keys do not contain NUL.
    static let anySplit = "\u{0}split"

    private(set) var keys: [String] = []

    func record(_ key: String) { if !keys.contains(key) { keys.append(key) } }
}
