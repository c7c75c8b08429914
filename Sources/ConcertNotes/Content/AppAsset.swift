/// The files that an app fetches by fixed names from `/images/AppAssets/` (spec N15): 32 is the 3:2 screen of an
/// iPhone 4, 169 the 16:9 one of an iPhone 5. `glossary.xml` is among them for the app, but is made from the
/// glossary and belongs to the tenant rather than to a concert.
/// Spec I18.
public enum AppAsset {
    public static let names = [
        "ProgramNotes.pdf", "AlbumHelp32.png", "AlbumHelp169.png", "ConductorFit32.png", "ConductorFit169.png",
        "InfoScreen32.png", "InfoScreen169.png", "SlideViewHelp32.png", "SlideViewHelp169.png", "Splash32.png",
        "Splash169.png", "SplashCut32.png", "SplashCut169.png",
    ]
}
