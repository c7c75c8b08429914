/// The colour of a section: a name that old phones can read, or red, green and blue (spec N13, I15).
public enum Colour: Sendable, Hashable, CustomStringConvertible {
    case tag(Tag)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// The colour names that phones of 2013 read, which are names of UIColor (spec I15).
    public enum Tag: String, Sendable, Hashable, CaseIterable {
        case red, orange, yellow, green, blue, cyan, magenta, purple, brown, black, white, gray
    }

    /// Creates a colour from a tag, three numbers from 0 to 255 as "R,G,B", or another common colour name; `nil` for any other text.
    /// Upper and lower case are not distinguished.
    public init?(_ text: some StringProtocol) {
        let name = text.lowercased()
        if let tag = Tag(rawValue: name) {
            self = .tag(tag)
        } else if let other = Self.otherNames[name] {
            self = other
        } else {
            let parts = name.split(separator: ",", omittingEmptySubsequences: false)
            let values = parts.compactMap(Self.component)
            guard parts.count == 3, values.count == 3 else { return nil }
            self = .rgb(red: values[0], green: values[1], blue: values[2])
        }
    }

    /// The colour as text: "red", or "255,127,50" without spaces (spec N13).
    public var description: String {
        switch self {
        case .tag(let tag): tag.rawValue
        case .rgb(let red, let green, let blue): "\(red),\(green),\(blue)"
        }
    }

    /// The colour as "#rrggbb". The tags have UIKit's values (UIColor), as the iNotes app of 2013 shows
    /// them.
    public var hexadecimal: String {
        let (red, green, blue) = components
        return "#" + [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// The tag; `nil` for a colour given as red, green and blue.
    public var tag: Tag? { if case .tag(let tag) = self { tag } else { nil } }

    private var components: (UInt8, UInt8, UInt8) {
        switch self {
        case .rgb(let red, let green, let blue): (red, green, blue)
        case .tag(.red): (255, 0, 0)
        case .tag(.orange): (255, 128, 0)
        case .tag(.yellow): (255, 255, 0)
        case .tag(.green): (0, 255, 0)
        case .tag(.blue): (0, 0, 255)
        case .tag(.cyan): (0, 255, 255)
        case .tag(.magenta): (255, 0, 255)
        case .tag(.purple): (128, 0, 128)
        case .tag(.brown): (153, 102, 51)
        case .tag(.black): (0, 0, 0)
        case .tag(.white): (255, 255, 255)
        case .tag(.gray): (128, 128, 128)
        }
    }

    /// Reads a number from 0 to 255 with optional spaces before it. Digits are checked as bytes, because `UInt8(_:)` also accepts "+5".
    private static func component(_ text: Substring) -> UInt8? {
        let digits = text.drop { $0 == " " }
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt8(digits)
    }

    /// Other common colour names, with the values of CSS Color 4 §6.1, or of UIColor for `darkgray` and `lightgray`.
    private static let otherNames: [String: Colour] = [
        "grey": .tag(.gray),
        "darkgray": .rgb(red: 85, green: 85, blue: 85),
        "lightgray": .rgb(red: 170, green: 170, blue: 170),
        "pink": .rgb(red: 255, green: 192, blue: 203),
        "gold": .rgb(red: 255, green: 215, blue: 0),
        "violet": .rgb(red: 238, green: 130, blue: 238),
        "indigo": .rgb(red: 75, green: 0, blue: 130),
        "turquoise": .rgb(red: 64, green: 224, blue: 208),
        "maroon": .rgb(red: 128, green: 0, blue: 0),
        "olive": .rgb(red: 128, green: 128, blue: 0),
        "navy": .rgb(red: 0, green: 0, blue: 128),
        "teal": .rgb(red: 0, green: 128, blue: 128),
        "lime": .rgb(red: 0, green: 255, blue: 0),
        "silver": .rgb(red: 192, green: 192, blue: 192),
    ]
}
