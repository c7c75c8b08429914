/// A parser for the languages in station lists.
enum LanguageName {
    /// Returns the language tag (RFC 5646 §2.1) for a tag such as "cs" or an English name such as "Czech"; empty for other text.
    static func tag(of text: String) -> String {
        let name = DraftText.line(text, atMost: 100).lowercased()
        return tags[name] ?? DraftText.language(text)
    }

    private static let tags: [String: String] = [
        "afrikaans": "af", "albanian": "sq", "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "basque": "eu",
        "belarusian": "be", "bengali": "bn", "bosnian": "bs", "bulgarian": "bg", "cantonese": "yue", "catalan": "ca",
        "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en",
        "estonian": "et",
        "finnish": "fi", "french": "fr", "galician": "gl", "georgian": "ka", "german": "de", "greek": "el",
        "gujarati": "gu",
        "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish": "ga",
        "italian": "it", "japanese": "ja", "kannada": "kn", "kazakh": "kk", "korean": "ko", "kurdish": "ku",
        "latvian": "lv",
        "lithuanian": "lt", "luxembourgish": "lb", "macedonian": "mk", "malay": "ms", "malayalam": "ml",
        "maltese": "mt",
        "mandarin": "cmn", "marathi": "mr", "mongolian": "mn", "norwegian": "no", "persian": "fa", "polish": "pl",
        "portuguese": "pt", "punjabi": "pa", "romanian": "ro", "russian": "ru", "serbian": "sr", "slovak": "sk",
        "slovene": "sl", "slovenian": "sl", "somali": "so", "spanish": "es", "swahili": "sw", "swedish": "sv",
        "tamil": "ta",
        "telugu": "te", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi",
        "welsh": "cy",
    ]
}
