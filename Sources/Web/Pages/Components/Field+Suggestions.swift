extension Field.Option {
    /// The geographic time zones of the IANA database and UTC, as suggestions for a field.
    public static let timeZones = lines(of: "time-zones.txt").map { Field.Option(String($0), String($0)) }

    /// Common languages by tag (RFC 5646) with their English names, as suggestions for a field.
    public static let languages = lines(of: "languages.txt").map { line in
        let parts = line.split(separator: " ", maxSplits: 1)
        return Field.Option(String(parts[0]), String(parts[1]))
    }

    private static func lines(of file: String) -> [Substring] {
        EmbeddedText.files.first { $0.name == file }?.text.split(separator: "\n") ?? []
    }
}
