import MusicLibrary
import Web

extension APIError {
    /// Returns the fault of one form field as a sentence below the field, or `nil` if the field has no fault.
    func fault(of name: String) -> String? {
        guard let fault = faults.first(where: { $0.field == name || $0.field == "/" + name }) else { return nil }
        return fault.reason.asSentence
    }
}
