/// The icons of the pages.
public enum Icon: String, Sendable, Hashable, CaseIterable {
    case start, concert, radio, library, administration, platform, account
    case more, back, forward, open, close, search, add, edit, remove, confirm
    case information, warning, question
    case play, pause, next, previous, shuffle, `repeat`, volume, calendar, clock, list, chart, upload, download, link,
        message, settings, key
    case heart, album, artist, label, playlist, podcast, stream, show
}
