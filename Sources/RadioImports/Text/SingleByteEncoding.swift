/// A single-byte encoding (WHATWG Encoding §9) with ASCII below 0x80.
struct SingleByteEncoding: Sendable {
    /// The characters of the last bytes, up to 0xFF. If the table begins after 0x80, the bytes from 0x80 to its beginning are control characters.
    private let table: [Unicode.Scalar]

    /// Returns the encoding with a label; `nil` if it is unknown. US-ASCII, ISO 8859-1 and ISO 8859-15 are decoded as Windows-1252.
    static func named(_ name: String) -> SingleByteEncoding? { byName[name.lowercased()] }

    func scalar(_ byte: UInt8) -> Unicode.Scalar {
        let index = Int(byte) - (256 - table.count)
        return byte < 0x80 || index < 0 ? Unicode.Scalar(byte) : table[index]
    }

    private static let byName: [String: SingleByteEncoding] = {
        var byName: [String: SingleByteEncoding] = [:]
        let western = SingleByteEncoding(table: (0x80...0xFF).map { SourceText.scalar(UInt8($0)) })
        for name in ["iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii"] {
            byName[name] = western
        }
        for (names, table) in tables {
            let encoding = SingleByteEncoding(table: Array(table.unicodeScalars))
            for name in names { byName[name] = encoding }
        }
        return byName
    }()

    /// The labels of each encoding, and its characters from 0x80 or 0xA0 to 0xFF. U+FFFD represents a byte without a character.
    private static let tables: [([String], String)] = [
        (
            ["windows-1250", "cp1250", "x-cp1250"],
            """
            €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\
            \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
            ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
            ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
            """
        ),
        (
            ["iso-8859-2", "iso8859-2", "latin2"],
            """
            \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
            ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
            ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
            """
        ),
        (
            ["windows-1251", "cp1251", "x-cp1251"],
            """
            ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\
            \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
            АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
            абвгдежзийклмнопрстуфхцчшщъыьэюя
            """
        ),
        (
            ["iso-8859-5", "cyrillic"],
            """
            \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП\
            РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
            рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ
            """
        ),
        (
            ["koi8-r", "koi8"],
            """
            ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷\
            ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
            юабцдефгхийклмнопярстужвьызшэщчъ\
            ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
            """
        ),
        (
            ["windows-1253", "cp1253"],
            """
            €\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\
            \u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
            ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί\
            ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}
            """
        ),
        (
            ["iso-8859-7", "greek"],
            """
            \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
            ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί\
            ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}
            """
        ),
        (
            ["windows-1254", "cp1254", "iso-8859-9", "latin5"],
            """
            €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}Ÿ\
            \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
            ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
            àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
            """
        ),
    ]
}
