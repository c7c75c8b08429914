import ArtistClassification
import SoundCloud

extension CloudTrack {
    /// The track as an input of the classifier.
    var upload: Upload {
        Upload(
            id: urn.description, title: title, uploader: user.username, accountID: user.urn.description,
            metadataArtist: metadataArtist, labelName: labelName, release: release, isrc: isrc, genre: genre,
            durationMs: durationMs)
    }
}
