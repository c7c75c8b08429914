import XML

/// Methods that write user-entered text. They drop characters that XML forbids and omit attributes whose value is `nil`.
extension XMLWriter {
    typealias Attributes = KeyValuePairs<String, String?>

    /// Writes an element with text content and attributes.
    mutating func field(_ name: String, _ text: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try open(name, attributes)
        try self.text(text.withoutControls)
        try end()
    }

    /// Writes an empty element with attributes.
    mutating func empty(_ name: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try open(name, attributes)
        try end()
    }

    /// Writes the start tag of an element with its attributes.
    mutating func open(_ name: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try start(name)
        for (name, value) in attributes {
            if let value { try attribute(name, value.withoutControls) }
        }
    }
}

extension String {
    /// The text, or `nil` if it is empty.
    var unlessEmpty: String? { isEmpty ? nil : self }
}
