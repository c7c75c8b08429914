/// The schema as compiled into the program: one entry a file of `migrations/sql`, in order. A test compares
/// this list with the folder.
///
/// Text only, so that this module depends on nothing; `App` hands it to the migrator.
public enum Migrations {
    public static let files: [(name: String, sql: String)] = [
        ("0001_tenancy", text(PackageResources._001_tenancy_sql)),
        ("0002_concert_tables", text(PackageResources._002_concert_tables_sql)),
        ("0003_concert_constraints", text(PackageResources._003_concert_constraints_sql)),
        ("0004_accounts_and_tenants", text(PackageResources._004_accounts_and_tenants_sql)),
        (
            "0005_accounts_and_tenants_constraints",
            text(PackageResources._005_accounts_and_tenants_constraints_sql)
        ),
        ("0006_platform_doors", text(PackageResources._006_platform_doors_sql)),
        ("0007_radio_tables", text(PackageResources._007_radio_tables_sql)),
        ("0008_radio_constraints", text(PackageResources._008_radio_constraints_sql)),
        ("0009_finder_tables", text(PackageResources._009_finder_tables_sql)),
        ("0010_finder_constraints", text(PackageResources._010_finder_constraints_sql)),
        ("0011_import_stage", text(PackageResources._011_import_stage_sql)),
        ("0012_import_constraints", text(PackageResources._012_import_constraints_sql)),
        ("0013_schedule_changes", text(PackageResources._013_schedule_changes_sql)),
        ("0014_schedule_grants", text(PackageResources._014_schedule_grants_sql)),
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
