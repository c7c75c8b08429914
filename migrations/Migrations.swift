/// The schema as compiled into the program: one entry a file of `migrations/sql`, in the order of their names.
///
/// Text only, so that this module depends on nothing; `App` hands it to the migrator.
public enum Migrations {
    public static let files = EmbeddedText.files.map { (name: String($0.name.dropLast(".sql".count)), sql: $0.text) }
}
