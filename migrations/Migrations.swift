/// The schema as compiled into the program: one entry for each file of `migrations/sql`, in the order of the names.
///
/// This module contains only text and depends on no other module. `App` passes the files to the migrator.
public enum Migrations {
    public static let files = EmbeddedText.files.map { (name: String($0.name.dropLast(".sql".count)), sql: $0.text) }
}
