/// The picture of an item, or a placeholder: the initials of the item's name on a colour and a pattern that depend on the name.
///
/// The placeholder needs no request, and is hidden from screen readers because the name is beside it.
public struct Artwork: Sendable, Hashable {
    /// The displayed size of a picture on a page.
    public enum Size: String, Sendable, Hashable {
        case row = ""
        case small
        case large
    }

    private let name: String
    private let url: String?
    private let isRound: Bool
    /// The displayed size of the picture.
    public var size: Size

    /// Creates the picture of an item.
    ///
    /// - Parameter url: a path on this server; `nil` for the placeholder. A URL on another host also gives the placeholder, since that host would see
    ///   the viewers.
    public init(_ name: String, url: String? = nil, isRound: Bool = false, size: Size = .row) {
        self.name = name
        self.url = url.flatMap { LocalPath($0)?.description }
        self.isRound = isRound
        self.size = size
    }

    /// The picture as markup.
    public var html: HTML {
        var classes = "art"
        if isRound { classes += " round" }
        if size != .row { classes += " " + size.rawValue }
        if let url { return "<img class=\"\(classes)\" src=\"\(HTML.address(url))\" alt=\"\" loading=\"lazy\">" }
        let number = Self.number(of: name)
        return """
            <i class="\(classes) h\(number % 12) p\(number / 12 % 4)" aria-hidden="true">\(Self.initials(of: name))</i>
            """
    }

    /// Returns the first letters or digits of the first two words, in upper case.
    static func initials(of name: String) -> String {
        if let initials = initials(ofASCII: name) { return initials }
        // "Don't Look Back" gives DL, because an apostrophe does not end a word.
        let words = name.split { !isAlphanumeric($0) && $0 != "'" && $0 != "’" }
        let letters = words.compactMap { word in word.first(where: isAlphanumeric) }
        return letters.prefix(2).map { String($0).uppercased() }.joined()
    }

    /// Returns the same as `initials(of:)` for a name in ASCII, and `nil` for any other name. Most pages have many pictures, and reading bytes is
    /// much faster than reading characters.
    private static func initials(ofASCII name: String) -> String? {
        var initials = ""
        var isInWord = false
        for byte in name.utf8 {
            guard byte < 0x80 else { return nil }
            if isAlphanumeric(byte) {
                if !isInWord, initials.utf8.count < 2 {
                    initials.unicodeScalars.append(Unicode.Scalar(byte | 0x20 >= 0x61 ? byte & 0xDF : byte))
                }
                isInWord = true
            } else if byte != UInt8(ascii: "'") {
                isInWord = false
            }
        }
        return initials
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isAlphanumeric(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return character.isLetter || character.isNumber }
        return isAlphanumeric(byte)
    }

    /// Returns a number from 0 to 47, the same for names that differ only in case (FNV-1a, 32 bits).
    static func number(of name: String) -> Int {
        var hash: UInt32 = 0x811C_9DC5
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        for byte in (isASCII ? name : name.lowercased()).utf8 {
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            hash = (hash ^ UInt32(isUpper ? byte | 0x20 : byte)) &* 0x0100_0193
        }
        return Int((hash ^ hash >> 15) % 48)
    }

    /// Returns the hue for a number of `number(of:)`, in degrees.
    static func hue(_ number: Int) -> Int { number % 12 * 30 }

    /// The style rules of pictures and placeholders, for the shared stylesheet and for pages that do not use it.
    public static let rules: String = {
        let hues = (0..<12).map { ".h\($0) { --hue: \(hue($0)); }" }.joined(separator: " ")
        return """
            .art { display: inline-grid; place-items: center; flex: none; width: 3rem; height: 3rem; border-radius: .4rem;
              overflow: hidden; object-fit: cover; color: #fff; font-style: normal; font-weight: 600; line-height: 1;
              background: var(--pattern, none), linear-gradient(135deg, hsl(var(--hue) 42% 32%), hsl(var(--hue) 48% 20%)); }
            .art.round { border-radius: 50%; }
            .art.small { width: 2rem; height: 2rem; font-size: .75rem; }
            .art.large { width: min(14rem, 40vw); height: min(14rem, 40vw); font-size: 3rem; border-radius: var(--round); }
            .art.large.round { border-radius: 50%; }
            \(hues)
            .p1 { --pattern: radial-gradient(circle at 100% 0, #fff2 0 50%, #0000 51%); }
            .p2 { --pattern: repeating-linear-gradient(45deg, #fff1 0 12%, #0000 0 24%); }
            .p3 { --pattern: radial-gradient(circle at 0 100%, #fff1 0 30%, #0000 31% 50%, #fff1 51% 70%, #0000 71%); }

            """
    }()
}
