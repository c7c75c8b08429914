/// The common language codes in EiBi's file description.
enum EibiLanguage {
    /// Returns the displayed names for language codes separated by commas, such as "English and French" for "E,F". Unknown codes stay unchanged.
    static func name(_ codes: String) -> String {
        codes.split(separator: ",").map { names[String($0)]?.name ?? String($0) }.joined(separator: " and ")
    }

    /// Returns the language tag (RFC 5646) of the first known language in `codes`, a list separated by commas; empty if it has no known language.
    static func tag(_ codes: String) -> String {
        codes.split(separator: ",").lazy.compactMap { names[String($0)]?.tag }.first { !$0.isEmpty } ?? ""
    }

    private static let names: [String: (name: String, tag: String)] = [
        "-CW": ("Morse code", ""), "-EC": ("empty carrier", ""), "-HF": ("aircraft data", ""), "-MX": ("music", ""),
        "-TS": ("time signals", ""), "-TY": ("teletype", ""), "A": ("Arabic", "ar"), "AM": ("Amharic", "am"),
        "BE": ("Bengali", "bn"), "BR": ("Burmese", "my"), "BU": ("Bulgarian", "bg"), "CA": ("Cantonese", "yue"),
        "CZ": ("Czech", "cs"), "D": ("German", "de"), "DA": ("Danish", "da"), "DR": ("Dari", "prs"),
        "E": ("English", "en"), "F": ("French", "fr"), "FI": ("Finnish", "fi"), "FS": ("Farsi", "fa"),
        "GR": ("Greek", "el"), "HA": ("Hausa", "ha"), "HI": ("Hindi", "hi"), "I": ("Italian", "it"),
        "IN": ("Indonesian", "id"), "J": ("Japanese", "ja"), "K": ("Korean", "ko"), "KH": ("Khmer", "km"),
        "KZ": ("Kazakh", "kk"), "M": ("Mandarin", "cmn"), "MO": ("Mongolian", "mn"), "NO": ("Norwegian", "no"),
        "P": ("Portuguese", "pt"), "PS": ("Pashto", "ps"), "R": ("Russian", "ru"), "RO": ("Romanian", "ro"),
        "S": ("Spanish", "es"), "SO": ("Somali", "so"), "SWE": ("Swedish", "sv"), "TB": ("Tibetan", "bo"),
        "TU": ("Turkish", "tr"), "UI": ("Uyghur", "ug"), "UK": ("Ukrainian", "uk"), "UR": ("Urdu", "ur"),
        "VN": ("Vietnamese", "vi"),
    ]
}
