#if PostgreSQL
/// What an examination of a PostgreSQL store has found.
///
/// What the role may not read is `nil`.
public struct PostgresExamination: Hashable, Sendable {
  /// The database, without secrets.
  public var place = ""
  /// The version of the server.
  public var serverVersion = ""
  /// The edition of the schema.
  public var edition: Int?
  /// The role that has logged in.
  public var role = ""
  /// Whether that role is a superuser, to which no right is denied.
  public var isSuperuser = false
  /// The roles of the schema whose rights it has, such as `lend_borrower`.
  public var roles: [String] = []
  /// Whether a keeper may do what a borrower may, and a borrower what a viewer may.
  public var areRolesNested: Bool?
  /// Whether the connection is encrypted.
  public var isEncrypted = false
  /// Whether the connection leaves the machine.
  public var isRemote = false
  /// Whether the server is a standby, which decides nothing.
  public var isStandby = false
  /// The timeline, which changes with each failover.
  public var timeline: Int?
  /// The setting `synchronous_commit`.
  public var synchronousCommit = ""
  /// The setting `synchronous_standby_names`.
  public var synchronousStandbys = ""
  /// Whether the server writes to the disk at all: the setting `fsync`.
  public var isDurable = true
  /// Whether two statements reached the same session, and a notification arrived.
  public var receivesNotifications = false
  /// The epoch of fences.
  public var epoch: Int?
  /// Whether the server is still the one that gave out the last fence; if not, the epoch rises with
  /// the next one.
  public var isPlaceKnown: Bool?
  /// The limit of connections that is nearest, as this role has it.
  public var connectionLimit: ConnectionLimit?
  /// How long the oldest transaction of the database has lasted.
  public var oldestTransaction: Duration?
  /// Whether the role sees the transactions of other roles.
  public var seesOtherTransactions = false
  /// How many transactions ago the oldest snapshot of the database was taken.
  public var oldestSnapshotAge: Int?
  /// The rows of the tables of the schema.
  public var rows = 0
  /// Those of them that vacuum has not removed yet.
  public var deadRows = 0

  /// A limit of connections.
  public struct ConnectionLimit: Hashable, Sendable {
    /// What has it.
    public enum Owner: String, Sendable { case server, role, database }
    /// What has it.
    public var owner: Owner
    /// How many connections there are, with the one of the examination.
    public var used: Int
    /// How many there may be.
    public var limit: Int
  }
}
#endif
