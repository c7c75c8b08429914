import Web

extension APIError {
    /// What is wrong with one field of a form, as a sentence that stands below it.
    func fault(of name: String) -> String? {
        guard let fault = faults.first(where: { $0.field == name || $0.field == "/" + name }) else { return nil }
        return fault.reason.asSentence
    }
}
