/// A part of an annotation's text, for clients that do not parse the picture references of old phones (spec N12).
public enum TextSegment: Sendable, Hashable {
    case text(String)
    case picture(file: String, caption: String)
}
