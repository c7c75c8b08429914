import XML

/// How documents write texts that people typed: what XML forbids is dropped, an attribute without a value is left out.
extension XMLWriter {
    typealias Attributes = KeyValuePairs<String, String?>

    /// An element of text.
    mutating func field(_ name: String, _ text: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try open(name, attributes)
        try self.text(text.withoutControls)
        try end()
    }

    /// An element without content.
    mutating func empty(_ name: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try open(name, attributes)
        try end()
    }

    /// Begins an element.
    mutating func open(_ name: String, _ attributes: Attributes = [:]) throws(XMLError) {
        try start(name)
        for (name, value) in attributes {
            if let value { try attribute(name, value.withoutControls) }
        }
    }
}

extension String {
    /// `nil` for an empty text.
    var unlessEmpty: String? { isEmpty ? nil : self }
}
