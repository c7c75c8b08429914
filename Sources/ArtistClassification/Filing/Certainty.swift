/// The confidence of a filing by its points of certainty: the proportion of correct filings among filings with that number of points.
///
/// The steps were fitted to generated and hand-written uploads (decision 0055). There are few steps, so that each contains enough filings to measure.
enum Certainty {
    /// Confidences by the number of points, from 0.
    static let steps: [Double] = [0.01, 0.03, 0.05, 0.5, 0.55, 0.58, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99]

    static func confidence(_ points: Int) -> Double { steps[min(max(points, 0), steps.count - 1)] }
}
