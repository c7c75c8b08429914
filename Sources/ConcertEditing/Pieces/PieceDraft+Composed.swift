import Foundation

extension PieceDraft.Heading {
    /// The heading with the name in composed letters (Unicode normalization form C).
    public var composed: Self {
        Self(
            composer: composer.precomposedStringWithCanonicalMapping, work: work.precomposedStringWithCanonicalMapping,
            movement: movement.precomposedStringWithCanonicalMapping, recording: recording)
    }
}
