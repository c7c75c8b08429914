/// The letters of the standard font Helvetica (ISO 32000-1 §9.6.2.2): their widths, and the names of the letters outside WinAnsiEncoding.
enum PosterFont {
    /// Returns the width of a letter in Helvetica-Bold, in thousandths of the font size.
    static func width(of scalar: Unicode.Scalar) -> Double {
        if let index = index(of: scalar) { return Double(widths[index]) }
        // A letter in `names` is as wide as the letter without its accent. Other letters and signs count as wide.
        if let name = names[scalar] ?? (scalar.value < 0x100 ? nil : "M"), let letter = name.unicodeScalars.first,
            let index = index(of: letter)
        {
            return Double(widths[index])
        }
        return 722
    }

    private static func index(of scalar: Unicode.Scalar) -> Int? {
        (0x20...0x7E).contains(scalar.value) ? Int(scalar.value) - 0x20 : nil
    }

    /// The widths of the letters from space to "~" in Helvetica-Bold, in thousandths of the font size.
    private static let widths = [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722,
        611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556,
        611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
        556, 556, 500, 389, 280, 389, 584,
    ]

    /// Returns the code of a letter in WinAnsiEncoding (ISO 32000-1, annex D.2), or `nil` if the encoding does not have the letter.
    /// A few rare signs of the encoding, such as "†", also give `nil`.
    static func winAnsiCode(of scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xFF: UInt8(scalar.value)
        case 0xA0: 0x20
        default: signs[scalar]
        }
    }

    private static let signs: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "„": 0x84, "…": 0x85, "Š": 0x8A, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93,
        "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "™": 0x99, "š": 0x9A, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
    ]

    /// The names of further Latin letters that Helvetica has.
    static let names: [Unicode.Scalar: String] = [
        "Ā": "Amacron", "ā": "amacron", "Ă": "Abreve", "ă": "abreve", "Ą": "Aogonek", "ą": "aogonek", "Ć": "Cacute",
        "ć": "cacute", "Č": "Ccaron", "č": "ccaron", "Ď": "Dcaron", "ď": "dcaron", "Đ": "Dcroat", "đ": "dcroat",
        "Ē": "Emacron", "ē": "emacron", "Ė": "Edotaccent", "ė": "edotaccent", "Ę": "Eogonek", "ę": "eogonek",
        "Ě": "Ecaron", "ě": "ecaron", "Ğ": "Gbreve", "ğ": "gbreve", "Ģ": "Gcommaaccent", "ģ": "gcommaaccent",
        "Ī": "Imacron", "ī": "imacron", "Į": "Iogonek", "į": "iogonek", "İ": "Idotaccent", "ı": "dotlessi",
        "Ķ": "Kcommaaccent", "ķ": "kcommaaccent", "Ĺ": "Lacute", "ĺ": "lacute", "Ļ": "Lcommaaccent",
        "ļ": "lcommaaccent", "Ľ": "Lcaron", "ľ": "lcaron", "Ł": "Lslash", "ł": "lslash", "Ń": "Nacute", "ń": "nacute",
        "Ņ": "Ncommaaccent", "ņ": "ncommaaccent", "Ň": "Ncaron", "ň": "ncaron", "Ō": "Omacron", "ō": "omacron",
        "Ő": "Ohungarumlaut", "ő": "ohungarumlaut", "Ŕ": "Racute", "ŕ": "racute", "Ŗ": "Rcommaaccent",
        "ŗ": "rcommaaccent", "Ř": "Rcaron", "ř": "rcaron", "Ś": "Sacute", "ś": "sacute", "Ş": "Scedilla",
        "ş": "scedilla", "Ș": "Scommaaccent", "ș": "scommaaccent", "Ť": "Tcaron", "ť": "tcaron", "Ț": "Tcommaaccent",
        "ț": "tcommaaccent", "Ū": "Umacron", "ū": "umacron", "Ů": "Uring", "ů": "uring", "Ű": "Uhungarumlaut",
        "ű": "uhungarumlaut", "Ų": "Uogonek", "ų": "uogonek", "Ź": "Zacute", "ź": "zacute", "Ż": "Zdotaccent",
        "ż": "zdotaccent",
    ]
}
