import Radio
import Web

/// The state of a form: the stored content, or the typed values with their faults.
struct FormState: Sendable {
    /// The content as JSON.
    var value: FormValue
    /// The typed texts of fields that are not valid, by path.
    var raw: [String: String] = [:]
    var faults: [APIError.Fault] = []
    /// Whether the reasons of the faults are complete sentences, which are shown without the name of the field.
    var saysSentences = false
    /// The error that prevented saving; `nil` for none.
    var error: APIError?
    /// The entity tag of the edited item; `nil` for a new item.
    var tag: String?
    /// The text of a search, with the name of the chooser in which it was typed; `nil` if there was no search.
    var search: (name: String, text: String)?
    /// A notice about a button within the form; `nil` for none.
    var note: HTML?

    init(_ value: FormValue, tag: String? = nil) {
        self.value = value
        self.tag = tag
    }

    /// Creates the state from the typed values.
    init(_ fields: FormFields, _ shape: [FormField], clock: StationClock) throws(APIError) {
        var reader = FormReader(fields, clock: clock)
        value = reader.members(shape)
        (raw, faults) = (reader.raw, reader.faults)
        tag = try fields.optional("tag")
        let pressed = try fields.optional("find")
        // Text left in a search field is searched for before saving, because the Enter key also submits the form.
        let name =
            pressed ?? FormField.choosers(shape).first { fields.values("find/\($0)").first?.trimmed.isEmpty == false }
        search = name.map { ($0, (fields.values("find/\($0)").first ?? "").trimmed) }
    }

    /// Returns the content, checked by the same decoder as a request to the API.
    ///
    /// - Throws: `APIError` 422 that names every fault.
    func content<Content: CatalogueContent>(as type: Content.Type) throws -> Content {
        do {
            let content = try JSONContent.read(value.bytes, as: Content.self)
            guard faults.isEmpty else { throw APIError.invalid(faults) }
            return content
        } catch let error as APIError where !error.faults.isEmpty && !faults.isEmpty {
            let known = Set(faults.map(\.field))
            throw APIError.invalid(faults + error.faults.filter { !known.contains($0.field) })
        }
    }

    /// Returns the same form with the faults of an error.
    ///
    /// - Parameter fields: the names of the fields to which conflicts belong, by error code.
    func refused(_ error: APIError, fields: [APIError.Code: String]) -> FormState {
        var state = self
        state.error = error
        state.faults = error.faults
        state.saysSentences = false
        if let field = fields[error.code], state.faults.isEmpty {
            state.faults = [.init(field: "/" + field, reason: error.detail)]
            state.saysSentences = true
        }
        return state
    }

    /// Returns the faults at a path. With `within`, also returns the faults below the path.
    func faults(at path: String, within: Bool = false) -> [APIError.Fault] {
        faults.filter { fault in
            let field = fault.field.drop { $0 == "/" }
            return field == path || (within && field.hasPrefix(path + "/"))
        }
    }
}

extension FormField {
    /// Returns the names of the fields that are chosen by a search.
    static func choosers(_ shape: [FormField]) -> [String] {
        shape.compactMap { field in
            switch field {
            case .ids(let name): name
            case .rows("credits", _, _): "credits"
            default: nil
            }
        }
    }
}
