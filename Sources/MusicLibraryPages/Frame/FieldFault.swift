import MusicLibrary
import Web

extension APIError {
    /// The fault of one form field as a sentence below the field; `nil` if the field has none.
    func fault(of name: String) -> String? {
        guard let fault = faults.first(where: { $0.field == name || $0.field == "/" + name }) else { return nil }
        return fault.reason.asSentence
    }
}
