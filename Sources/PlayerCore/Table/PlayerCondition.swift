/// A condition of a row of the table, in addition to the state and the event.
public enum PlayerCondition: String, Sendable, Hashable, CaseIterable {
    case playable
    case nothingPlayable
    case started
    case loading
    case currentAttempt
    case otherAttempt
    case lateReport
    case nextExists
    case nothingNext
    case anotherTrackToTry
    case everyTrackTried
    case targetExists
    case noTarget
    case play
    case doNotPlay
    case beforeEnd
    case atEnd
    case removesCurrent
    case removesOther
    case answerOverdue
    case deviceLost
    case sameDevice

    /// The condition in words, as in the table.
    public var text: String {
        switch self {
        case .playable: "a track can be played"
        case .nothingPlayable: "no track can be played"
        case .started: "audio started"
        case .loading: "audio loading"
        case .currentAttempt: "current attempt"
        case .otherAttempt: "cancelled or older attempt"
        case .lateReport: "older than the known position"
        case .nextExists: "a next track exists"
        case .nothingNext: "no next track"
        case .anotherTrackToTry: "another track to try"
        case .everyTrackTried: "no other track to try"
        case .targetExists: "the track exists"
        case .noTarget: "the track does not exist"
        case .play: "play"
        case .doNotPlay: "do not play"
        case .beforeEnd: "before the end"
        case .atEnd: "at the end or later"
        case .removesCurrent: "current track"
        case .removesOther: "other track"
        case .answerOverdue: "no answer for 30 s"
        case .deviceLost: "no report for 30 min"
        case .sameDevice: "the same device"
        }
    }
}
