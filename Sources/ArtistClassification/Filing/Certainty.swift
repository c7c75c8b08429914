/// How points of certainty become a confidence: the share of filings with so many that is right.
///
/// The steps rise, and there are few, so that each holds enough filings to be measured. They were fitted on uploads made by rule and on those
/// written by hand (decision 0055). No step lies between 0.1 and 0.5 or between 0.6 and 0.9, where too few filings would lie to measure.
enum Certainty {
    /// By the number of points, from 0.
    static let steps: [Double] = [0.01, 0.03, 0.05, 0.5, 0.55, 0.58, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99]

    static func confidence(_ points: Int) -> Double { steps[min(max(points, 0), steps.count - 1)] }
}
