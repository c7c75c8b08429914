import Radio
import Web

/// The state of a form: the stored content, or the typed values with their errors.
struct FormState: Sendable {
    var value: FormValue
    /// The typed texts of invalid members, by path.
    var raw: [String: String] = [:]
    var faults: [APIError.Fault] = []
    /// Whether the faults have complete sentences as reasons, to show without the field name.
    var showsSentences = false
    /// The error that prevented saving; `nil` for none.
    var error: APIError?
    /// Whether the form shows the stored content, because the error belongs to another form of the page.
    var isStored = false
    /// The entity tag of the edited item; `nil` for a new item.
    var tag: String?
    /// The search text and the name of its chooser; `nil` if the form does not search.
    var search: (name: String, text: String)?
    /// A notice about a button in the form; `nil` for none.
    var note: HTML?

    init(_ value: FormValue, tag: String? = nil) {
        self.value = value
        self.tag = tag
    }

    /// Creates the state from the submitted fields, with a search if the button of a search field was pressed or a search field has text. Throws
    /// `APIError` 400 if the field `tag` or `find` is repeated.
    init(_ fields: FormFields, _ shape: [FormField], clock: StationClock) throws(APIError) {
        var reader = FormReader(fields, clock: clock)
        value = reader.members(shape)
        (raw, faults) = (reader.raw, reader.faults)
        tag = try fields.optional("tag")
        let pressed = try fields.optional("find")
        // The Enter key also submits the form, so a text left in a search field starts a search.
        let name =
            pressed ?? FormField.choosers(shape).first { fields.values("find/\($0)").first?.trimmed.isEmpty == false }
        search = name.map { ($0, (fields.values("find/\($0)").first ?? "").trimmed) }
    }

    /// Returns the content, validated by the decoder of the API. Throws `APIError` 422 with all faults.
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

    /// Returns the form with the faults of an error. `fields` has the field at which an error without faults is shown, by error code.
    func refused(_ error: APIError, fields: [APIError.Code: String]) -> FormState {
        var state = self
        state.error = error
        state.faults = error.faults
        state.showsSentences = false
        if let field = fields[error.code], state.faults.isEmpty {
            state.faults = [.init(field: "/" + field, reason: error.detail)]
            state.showsSentences = true
        }
        return state
    }

    /// Returns the faults at a path and, with `within`, below it.
    func faults(at path: String, within: Bool = false) -> [APIError.Fault] {
        faults.filter { fault in
            let field = fault.field.drop { $0 == "/" }
            return field == path || (within && field.hasPrefix(path + "/"))
        }
    }
}

extension FormField {
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
