/// The role of a colour, with its value in each look. Style rules name roles instead of colour values.
///
/// A test checks the contrast: 4.5:1 for text on its backgrounds (WCAG 2.2 §1.4.3), 3:1 for edges of controls on pages and cards (§1.4.11).
public enum ColourRole: String, Sendable, CaseIterable {
    /// The background of a page.
    case ground
    /// The background of cards, fields, menus and notices.
    case raised
    /// The background of hovered and selected items.
    case hover
    /// Decorative lines between rows.
    case line
    /// The border of controls.
    case edge
    case text
    /// Less important text.
    case faint
    /// Links and primary buttons; a tenant may set its own colour.
    case accent
    case onAccent
    case bad
    case good
    /// Names from SoundCloud.
    case cloud
    /// Names from the listener's library.
    case library

    /// The values of a colour role, one for each look.
    public struct Values: Sendable, Hashable {
        public let light: String
        public let dark: String
        public let hall: String

        init(_ light: String, _ dark: String, hall: String? = nil) {
            self.light = light
            self.dark = dark
            self.hall = hall ?? dark
        }
    }

    /// The values, as "#rrggbb".
    public var values: Values {
        switch self {
        case .ground: Values("#f6f5f2", "#101214", hall: "#08090a")
        case .raised: Values("#ffffff", "#1b1f23", hall: "#131619")
        case .hover: Values("#ebe8e2", "#262c32", hall: "#1d2226")
        case .line: Values("#d9d5cd", "#3a4149", hall: "#343b43")
        case .edge: Values("#857f75", "#78828c", hall: "#6b757f")
        case .text: Values("#1c1a17", "#e8e6e1")
        case .faint: Values("#5c5850", "#a8adb3")
        case .accent: Values("#8a4f00", "#f0b35a")
        case .onAccent: Values("#ffffff", "#17130b")
        case .bad: Values("#b3261e", "#ff8a80")
        case .good: Values("#1b6b33", "#8fd694")
        case .cloud: Values("#a23b00", "#ffb68a")
        case .library: Values("#0a5a97", "#9ccdf7")
        }
    }

    /// The CSS custom property, such as "--on-accent".
    var property: String {
        rawValue.reduce(into: "--") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }

    /// The style rules that set the custom properties of all roles: the light and the dark colours, and those of the class `hall`.
    static var rules: String {
        func list(_ value: (Values) -> String) -> String {
            allCases.map { "\($0.property): \(value($0.values)); " }.joined()
        }
        return """
            :root { color-scheme: light; \(list(\.light))--shadow: 0 .5rem 1.5rem #0003; }
            @media (prefers-color-scheme: dark) {
              :root { color-scheme: dark; \(list(\.dark))--shadow: 0 .5rem 1.5rem #000a; }
            }
            .hall { color-scheme: dark; \(list(\.hall))--shadow: 0 .5rem 1.5rem #000; }

            """
    }
}
