/// A form field with label, hint and error message.
public struct Field: Sendable {
    /// The kind of control.
    public enum Kind: Sendable {
        case text, email, password, search, url, number, date, time, colour
        /// A file to upload. `accept` is the HTML attribute: a list, separated by commas, of the media types or file name extensions to offer.
        case file(accept: String)
        /// A text of several lines, of which this number is visible.
        case lines(Int)
        case choice([Option])
        /// A selection of one option. Options without a group come first.
        case grouped([Option], [Group])
        /// A text field with suggestions.
        case suggestions([Option])
        case check

        fileprivate var type: String {
            switch self {
            case .text, .lines, .choice, .grouped, .suggestions: "text"
            case .email: "email"
            case .password: "password"
            case .search: "search"
            case .url: "url"
            case .number: "number"
            case .date: "date"
            case .time: "time"
            case .colour: "color"
            case .check: "checkbox"
            case .file: "file"
            }
        }
    }

    /// An option of a choice: the value that the form sends, and its label.
    public struct Option: Sendable, Hashable {
        let value: String
        let label: String

        public init(_ value: String, _ label: String) {
            self.value = value
            self.label = label
        }
    }

    /// Options of a choice under a common heading.
    public struct Group: Sendable, Hashable {
        let heading: String
        let options: [Option]

        public init(_ heading: String, _ options: [Option]) {
            self.heading = heading
            self.options = options
        }
    }

    private let label: HTML
    private let name: String
    private let value: String
    private let kind: Kind
    /// The `id` of the control; by default the name of the field.
    public var id: String
    /// The hint below the field; empty for none.
    public var hint: HTML = .empty
    /// The error message; `nil` if the value is valid.
    public var fault: String?
    public var isRequired = false
    /// Whether the control is disabled. A form does not send disabled controls.
    public var isDisabled = false
    /// Whether a field of the kind `check` is checked.
    public var isChecked = false
    /// Further attributes, each with a space before it: ` autocomplete="username" maxlength="64"`.
    public var attributes: HTML = .empty

    public init(_ label: HTML, _ name: String, _ value: String = "", _ kind: Kind = .text) {
        self.label = label
        self.name = name
        self.value = value
        self.kind = kind
        id = name
    }

    /// The field as markup.
    public var html: HTML {
        if case .check = kind {
            return """
                <div class="field"><label class="choice"><input type="checkbox" id="\(id)" name="\(name)" \
                value="\(value.isEmpty ? "1" : value)"\(isChecked ? " checked" : HTML.empty)\(common)> <span>\(label)</span>\
                </label>\(notes)</div>
                """
        }
        return "<div class=\"field\"><label for=\"\(id)\">\(label)</label>\(control)\(notes)</div>"
    }

    private var control: HTML {
        switch kind {
        case .lines(let rows):
            return "<textarea id=\"\(id)\" name=\"\(name)\" rows=\"\(rows)\"\(common)>\(value)</textarea>"
        case .choice(let options):
            return selection("\(options.map(choice))")
        case .grouped(let options, let groups):
            let headed = groups.map { group -> HTML in
                "<optgroup label=\"\(group.heading)\">\(group.options.map(choice))</optgroup>"
            }
            return selection("\(options.map(choice))\(headed)")
        case .suggestions(let options):
            let list = options.map { option -> HTML in
                option.value == option.label
                    ? "<option>\(option.value)" : "<option value=\"\(option.value)\">\(option.label)"
            }
            return "\(input(" list=\"\(id)-list\""))<datalist id=\"\(id)-list\">\(list)</datalist>"
        case .file(let accept):
            // A file control has no value attribute (HTML standard §4.10.5.1.17).
            return "<input id=\"\(id)\" name=\"\(name)\" type=\"file\" accept=\"\(accept)\"\(common)>"
        default:
            return input(.empty)
        }
    }

    private func selection(_ options: HTML) -> HTML {
        "<select id=\"\(id)\" name=\"\(name)\"\(common)>\(options)</select>"
    }

    private func choice(_ option: Option) -> HTML {
        let mark: HTML = option.value == value ? " selected" : .empty
        return "<option value=\"\(option.value)\"\(mark)>\(option.label)</option>"
    }

    private func input(_ more: HTML) -> HTML {
        "<input id=\"\(id)\" name=\"\(name)\" type=\"\(kind.type)\" value=\"\(value)\"\(more)\(common)>"
    }

    private var common: HTML {
        let described = (hint == .empty ? [] : ["\(id)-hint"]) + (fault == nil ? [] : ["\(id)-fault"])
        let description: HTML = described.isEmpty ? .empty : " aria-describedby=\"\(described.joined(separator: " "))\""
        let required: HTML = "\(isRequired ? " required" : "")\(isDisabled ? " disabled" : "")"
        return "\(required)\(fault == nil ? HTML.empty : " aria-invalid=\"true\"")\(description)\(attributes)"
    }

    private var notes: HTML {
        let fault: HTML = fault.map { "<p class=\"fault\" id=\"\(id)-fault\">\($0)</p>" } ?? .empty
        let hint: HTML = hint == .empty ? .empty : "<p class=\"hint\" id=\"\(id)-hint\">\(hint)</p>"
        return "\(fault)\(hint)"
    }
}
