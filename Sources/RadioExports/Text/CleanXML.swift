import XML

/// The writing of texts that people typed. Characters that XML forbids are dropped, and attributes without a value are
/// omitted.
extension XMLWriter {
    typealias Attributes = KeyValuePairs<String, String?>

    /// Writes an element with a text and attributes.
    mutating func field(_ name: String, _ text: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try open(name, attributes)
        try self.text(text.withoutControls)
        try end()
    }

    /// Writes an element with attributes and without content.
    mutating func empty(_ name: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try open(name, attributes)
        try end()
    }

    /// Starts an element with attributes.
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
