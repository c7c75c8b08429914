/// The sections of the structure drawer, and the end of the last section (spec N13, N14).
public struct Structure: Sendable, Hashable {
    /// The sections in the order of their measures. In a published piece, the first section begins at measure 1.
    public let sections: [StructureSection]
    public let end: End

    /// The end of the piece, not before the start of the last measure. The measure may be the measure of the last section (spec I13).
    public struct End: Sendable, Hashable {
        public let measure: Int
        public let time: RecordingTime

        public init(measure: Int, time: RecordingTime) {
            self.measure = measure
            self.time = time
        }
    }

    public init(sections: [StructureSection], end: End) {
        self.sections = sections
        self.end = end
    }
}

/// One section of the structure drawer.
public struct StructureSection: Sendable, Hashable {
    public let measure: Int
    public let start: RecordingTime
    /// The label, which must not end in three numbers, because phones read the text from the right (spec I14).
    public let label: String
    public let colour: Colour

    public init(measure: Int, start: RecordingTime, label: String, colour: Colour) {
        self.measure = measure
        self.start = start
        self.label = label
        self.colour = colour
    }

    /// The label and colour for old phones, such as "The Main Theme,255,127,50" (spec N13).
    public var text: String { "\(label),\(colour)" }

    /// Returns whether phones would read the end of the label as a colour (spec I14).
    public static func endsInNumberTriple(_ label: String) -> Bool {
        let fields = label.split(separator: ",", omittingEmptySubsequences: false)
        return fields.count >= 4
            && fields.suffix(3).allSatisfy { field in
                let digits = field.utf8.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }
                return (1...3).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
            }
    }
}
