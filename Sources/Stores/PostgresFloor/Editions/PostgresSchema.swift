#if PostgreSQL || PostgresNIO
package import StagecraftSharedPools

package enum PostgresSchema {
  /// The edition for which this program was written, and the suffix of the functions it calls.
  package static let edition = 1

  /// A script that was released never changes; the build replaces the first digit of a file's name
  /// by an underscore.
  package static var scripts: [(edition: Int, scripts: [[UInt8]])] {
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
  package static func flaw(ofEdition text: String?, at place: String) -> LeaseStoreError? {
    guard let text, let found = Int(text) else { return nil }
    if found > edition + 1 { return isTooNew(found, at: place) }
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

  package static func isTooNew(_ found: Int, at place: String) -> LeaseStoreError {
    LeaseStoreError(
      .tooNew,
      """
      The schema "lend" in PostgreSQL, \(place), has edition \(found), and this program knows \
      edition \(edition). Update this program.
      """)
  }

  /// Whether a script is to be run: not for a schema that is there, unless it is to be upgraded.
  package static func needs(
    _ wanted: Int, found: Int, upgrades: Bool, at place: String
  ) throws(LeaseStoreError) -> Bool {
    if found > edition { throw isTooNew(found, at: place) }
    return found < wanted && (found == 0 || upgrades)
  }

  package static func isForeign(at place: String) -> LeaseStoreError {
    LeaseStoreError(
      .notAStore,
      """
      There is a schema "lend" in PostgreSQL, \(place), which is not a store. Use another database.
      """)
  }

  /// The error for a role that may not create the schema.
  package static func error(_ message: PostgresMessage, at place: String) -> LeaseStoreError {
    var error = message.error(at: place)
    if error.code == .denied {
      error.explanation = """
        PostgreSQL, \(place): \(message.sentence). The schema is created by a role that may \
        create roles, and schemas in this database.
        """
    }
    return error
  }
}

/// What the creation or the upgrade of the schema `lend` has done.
public struct PostgresSchemaChange: Hashable, Sendable {
  /// The edition that was found: 0 if there was no schema.
  public var before: Int
  /// The edition that is there now.
  public var after: Int

  package init(before: Int, after: Int) {
    self.before = before
    self.after = after
  }
}
#endif
