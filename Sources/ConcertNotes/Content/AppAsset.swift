/// The files that the app fetches by fixed names from `/images/AppAssets/` (spec N15, I18). Names with 32 are for the 3:2 screen of an iPhone 4,
/// names with 169 for the 16:9 screen of an iPhone 5. The app fetches `glossary.xml` there too, which is generated and not in this list.
public enum AppAsset {
    public static let names = [
        "ProgramNotes.pdf", "AlbumHelp32.png", "AlbumHelp169.png", "ConductorFit32.png", "ConductorFit169.png",
        "InfoScreen32.png", "InfoScreen169.png", "SlideViewHelp32.png", "SlideViewHelp169.png", "Splash32.png",
        "Splash169.png", "SplashCut32.png", "SplashCut169.png",
    ]
}

/// The limit for the pictures and app assets of one concert together.
public enum ConcertFiles {
    /// The largest total size in bytes, 64 MiB, because each server keeps the files in memory or in temporary files.
    public static let totalByteLimit = 64 << 20
}
