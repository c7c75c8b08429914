import ConcertNotes
import Web

/// The colour of a section on the pages: the colour itself, and the colour of text on it.
struct SectionColour: Sendable {
    /// The colour as "#rrggbb".
    let hexadecimal: String
    /// Black or white, whichever has the greater contrast (WCAG 2.2 §1.4.3), approximately.
    let ink: String

    /// Creates the colour from a text in a form that `Colour` reads. An invalid text becomes gray.
    init(_ text: String) {
        let colour = Colour(text) ?? .tag(.gray)
        hexadecimal = colour.hexadecimal
        let number = Int(hexadecimal.dropFirst(), radix: 16) ?? 0
        // Squaring is close enough to the transfer function of sRGB to choose between black and white.
        func squared(_ shift: Int) -> Double {
            let share = Double(number >> shift & 255) / 255
            return share * share
        }
        let luminance = 0.2126 * squared(16) + 0.7152 * squared(8) + 0.0722 * squared(0)
        ink = luminance > 0.18 ? "#000000" : "#ffffff"
    }

    var swatch: HTML {
        """
        <svg class="swatch" aria-hidden="true" viewBox="0 0 1 1"><rect width="1" height="1" fill="\(hexadecimal)"/></svg>
        """
    }

    /// Returns the text that a section stores for a picked colour such as "#ff0000"; `nil` if `picked` is not "#" and six hexadecimal digits. Returns
    /// `old` if its colour is the picked one, so that "red" is not rewritten.
    static func stored(picked: String, old: String = "") -> String? {
        let digits = picked.dropFirst()
        guard picked.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = Int(digits, radix: 16)
        else { return nil }
        if Colour(old)?.hexadecimal == picked.lowercased() { return old }
        return "\(number >> 16 & 255),\(number >> 8 & 255),\(number & 255)"
    }
}
