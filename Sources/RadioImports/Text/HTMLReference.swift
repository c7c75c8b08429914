/// The character references that are common in feeds, by name or by number (HTML Living Standard §13.5).
enum HTMLReference {
    /// Returns the character for a name without "&" and ";", or for a number such as "#x2019"; `nil` for other text. Named
    /// spaces become plain spaces, and the names of invisible joiners become empty text.
    static func character(_ name: String) -> String? {
        if let character = named[name] { return character }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    private static let named: [String: String] = {
        var named = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
            "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…",
            "bull": "•", "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™", "minus": "−", "prime": "′",
            "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "", "zwj": "", "oelig": "œ", "OElig": "Œ", "scaron": "š",
            "Scaron": "Š", "Yuml": "Ÿ", "zcaron": "ž", "Zcaron": "Ž",
        ]
        // U+00A1 to U+00FF in order.
        let latin = """
            iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para \
            middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave \
            Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
            Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
            iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn \
            yuml
            """
        for (offset, name) in latin.split(separator: " ").enumerated() {
            named[String(name)] = Unicode.Scalar(UInt32(0xA1 + offset)).map { String(Character($0)) }
        }
        return named
    }()
}
