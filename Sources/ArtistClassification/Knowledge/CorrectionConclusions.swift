/// The conclusions from corrections of single uploads that apply to all other uploads.
///
/// Only conclusions that the upload supports are drawn: filing a remix under its remixer does not show that remixer and artist are the same.
struct CorrectionConclusions: Sendable {
    /// The artist of an account's uploads that name no artist, by the account's key.
    var accounts: [String: String] = [:]
    /// The name of a title's artist, by the title's key.
    var titles: [String: String] = [:]
    /// The keys of the artists whom corrections name.
    var names: Set<String> = []
    /// The conclusions about names, in the form of corrections.
    var corrections: [ListenerCorrections.Correction] = []

    init() {}
}
