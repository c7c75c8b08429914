/// The assessment of one upload: all readings of the artist, the evidence for each reading, and the best reading (spec M5.2, M5.5).
///
/// A reading is a `Claim`; each extension adds claims from one kind of evidence, and `Judgement+Filing` makes a filing from the best claim. A
/// function that returns an optional claim returns `nil` if the upload does not support the claim.
struct Judgement {
    let clues: Clues
    let upload: Upload
    /// The library's evidence about the account.
    let known: Knowledge.Known
    let knowledge: Knowledge
    /// The record of the keys for which corrections were consulted; `nil` to keep no record.
    let consultedKeys: ConsultedKeys?

    /// The key of the artist to whom the account's name refers.
    let accountArtist: String

    // Yielded instead of copied, because these properties are read dozens of times per track.
    var evidence: Evidence { _read { yield knowledge.evidence } }
    var reading: Reading { _read { yield clues.reading } }
    var line: Line { _read { yield clues.reading.line } }
    var accountKey: String { _read { yield clues.account.key } }

    init(
        _ clues: Clues, _ upload: consuming Upload, _ known: Knowledge.Known?, _ knowledge: Knowledge,
        recording consultedKeys: ConsultedKeys? = nil
    ) {
        self.clues = clues
        self.upload = upload
        self.known = known ?? .unknown
        self.knowledge = knowledge
        self.consultedKeys = consultedKeys
        consultedKeys?.record(clues.account.key)
        accountArtist = knowledge.identities.artist(clues.account.key)
    }

    /// Returns all readings, in order of preference among equal scores.
    func claims() -> [Claim] {
        var claims: [Claim] = []
        claims.reserveCapacity(6)
        let isStyle = self.isStyle
        if let sides = clues.sides {
            // A publisher's upload names the artist in the account's name. Both sides of a dash then usually belong to the title.
            if !isTopic || isSelf(sides.leftKey) || isSelf(sides.rightKey) { addSides(sides, isStyle, to: &claims) }
        } else {
            addUnspacedDash(to: &claims)
        }
        addUnmarked(to: &claims)
        if let claim = quoted() { claims.append(claim) }
        if let claim = afterQuotation() { claims.append(claim) }
        if let claim = by() { claims.append(claim) }
        if let claim = performing() { claims.append(claim) }
        if let claim = field() { claims.append(claim) }
        if let claim = corrected() { claims.append(claim) }
        if let claim = titleClaim() { claims.append(claim) }
        if let claim = owner() { claims.append(claim) }
        if let claim = own(isStyle) { claims.append(claim) }
        if let claim = sameRecording() { claims.append(claim) }
        if !isTopic, let claim = sameTitle() { claims.append(claim) }
        return claims
    }
}
