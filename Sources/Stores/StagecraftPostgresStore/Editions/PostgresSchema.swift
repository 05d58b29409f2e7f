#if PostgreSQL
internal import StagecraftSharedPools

enum PostgresSchema {
  /// The edition for which this program was written, and the suffix of the functions it calls.
  static let edition = 1

  /// A script that was released never changes; the build replaces the first digit of a file's name
  /// by an underscore.
  static var scripts: [(edition: Int, scripts: [[UInt8]])] {
    [
      (
        1,
        [
          PackageResources._001_1_tables_sql, PackageResources._001_2_values_sql,
          PackageResources._001_3_limits_sql, PackageResources._001_4_matching_sql,
          PackageResources._001_5_line_sql, PackageResources._001_6_ends_sql,
          PackageResources._001_7_borrowers_sql, PackageResources._001_8_keepers_sql,
          PackageResources._001_9_viewers_sql,
        ]
      )
    ]
  }

  /// A schema may be one edition newer: it still has the functions of the edition before.
  static func flaw(ofEdition text: String?, at place: String) -> LeaseStoreError? {
    guard let text, let found = Int(text) else { return nil }
    if found > edition + 1 {
      return LeaseStoreError(
        .tooNew,
        """
        The schema "lend" in PostgreSQL, \(place), has edition \(found), and this program knows \
        edition \(edition). Update this program.
        """)
    }
    if found < edition {
      return LeaseStoreError(
        .notAStore,
        """
        The schema "lend" in PostgreSQL, \(place), has edition \(found), and this program needs \
        edition \(edition). Upgrade it with `lend init --upgrade`.
        """)
    }
    return nil
  }
}
#endif
