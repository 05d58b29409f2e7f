#if SQLite
internal import StageFloor
internal import CSQLite
internal import CStageFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

extension StoreFile {
  convenience init(
    _ core: StoreCore, _ patience: Patience, client: inout OwnClient?
  ) throws(LeaseStoreError) {
    let paths = core.paths
    try Self.examine(paths)
    if !core.clock.isShared {
      throw LeaseStoreError(
        .unsuitable,
        """
        The clock of this process runs in a time namespace whose shift is unknown, so it cannot \
        tell when leases at "\(paths.database)" end. Start the process inside the namespace.
        """)
    }
    let lock = try StoreLock(core)
    core.state.withLock { $0.locks = [lock.main.identity, lock.entry.identity] }
    guard lock.lock(asNewcomer: true, while: patience.isWanted) else { throw core.cancelled }
    defer { lock.unlock() }

    let isNew = try Self.create(paths)
    let sides = SideFiles(of: paths)
    mkdir(paths.pipes, 0o700)
    sides?.share()
    let folder = ClientFolder(path: paths.pipes, rights: sides?.rights ?? 0o600)
    let isLogMissing = !isNew && FileIdentity(of: paths.log) == nil
    if isLogMissing, folder.isAnyAlive(besides: client?.name) {
      throw LeaseStoreError(
        .damaged,
        """
        The file "\(paths.log)" was removed while the store was in use. Stop all programs that use \
        the store, and start them again.
        """)
    }
    let connection: Connection
    do throws(SQLiteFailure) {
      connection = try Connection(path: paths.database)
    } catch { throw error.leaseStoreError(at: paths.database) }
    connection.patience = patience
    do {
      try Migration(paths: paths, scripts: core.scripts, sharesFile: core.sharesFile)
        .run(on: connection)
    } catch {
      throw Self.failure(error, closing: connection, paths)
    }
    // Not before: while a client is alive, the log of its store must be there.
    if client == nil {
      client = OwnClient(in: folder)
      if client == nil {
        core.stopNotifications(
          because: "no pipe can be made in \"\(paths.pipes)\": \(systemMessage(errno))")
      }
    }
    self.init(connection, lock, folder, client: client?.name ?? "", paths)
    do {
      try settleIn(core.clock, isLogMissing: isLogMissing)
      try noteIdentity()
      sides?.share()
    } catch {
      throw Self.failure(error, closing: connection, paths)
    }
    core.state.withLock { $0.logIndex = FileIdentity(of: paths.logIndex) }
    removeEndedClients(own: client?.name)
  }

  private static func failure(
    _ error: any Error, closing connection: Connection, _ paths: StorePaths
  ) -> LeaseStoreError {
    connection.closeBesideStore()
    if let error = error as? SQLiteFailure { return error.leaseStoreError(at: paths.database) }
    return error as? LeaseStoreError ?? LeaseStoreError(.damaged, "\(error)")
  }

  static func examine(_ paths: StorePaths) throws(LeaseStoreError) {
    if paths.database.isEmpty {
      throw LeaseStoreError(
        .unsuitable,
        """
        This user has no home folder, so there is no store of its own. Set HOME or XDG_STATE_HOME, \
        or name a file.
        """)
    }
    if mayNotBeEntered(paths.database) {
      throw LeaseStoreError(
        .denied,
        """
        This user may not enter the folder "\(paths.folder)" or one above it. Grant it that right, \
        or name another file.
        """)
    }
    guard let folder = FileIdentity(of: paths.folder), folder.isFolder else {
      throw LeaseStoreError(
        .notAStore, "The folder \"\(paths.folder)\" does not exist. Create it, or name another.")
    }
    if let file = FileIdentity(of: paths.database) {
      guard file.isRegular else {
        throw LeaseStoreError(
          .notAStore, "\"\(paths.database)\" is not a file. Name a file of the store's own.")
      }
      try examinePlace(of: file, paths)
    }
    var name = [CChar](repeating: 0, count: 32)
    if stage_file_system_reach(paths.folder, &name) == STAGE_FILE_SYSTEM_REMOTE {
      let text = String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw LeaseStoreError(
        .unsuitable,
        """
        "\(paths.database)" is on a file system of the kind "\(text)", whose locks cannot be \
        trusted. Keep the store on a local disk; among machines, use PostgreSQL.
        """)
    }
  }

  private static func mayNotBeEntered(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) != 0 && errno == EACCES
  }

  /// Refuses a file that can be seen in two folders: in each, its log, lock and pipes would be
  /// others, and two processes would lend the same resources.
  private static func examinePlace(
    of file: FileIdentity, _ paths: StorePaths
  ) throws(LeaseStoreError) {
    if file.names > 1 {
      throw LeaseStoreError(
        .unsuitable,
        """
        The file "\(paths.database)" has \(file.names) names (hard links), and a store must be seen \
        in one folder only. Remove all names but one.
        """)
    }
    if stage_is_mounted_alone(paths.database) {
      throw LeaseStoreError(
        .unsuitable,
        """
        The file "\(paths.database)" is mounted alone, without the files that belong to it. Mount \
        its folder instead.
        """)
    }
  }

  /// For this user only, and empty; returns whether the store has to be set up.
  private static func create(_ paths: StorePaths) throws(LeaseStoreError) -> Bool {
    if let file = FileIdentity(of: paths.database) {
      if access(paths.database, W_OK) != 0 {
        throw SQLiteFailure(code: SQLITE_READONLY, message: systemMessage(errno))
          .leaseStoreError(at: paths.database)
      }
      return file.size == 0
    }
    // SQLite's locks are not lost when this is closed: before, there was no file.
    let descriptor = open(paths.database, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      throw SQLiteFailure(code: SQLITE_CANTOPEN, number: errno, message: "it cannot be created")
        .leaseStoreError(at: paths.database)
    }
    closeFile(descriptor)
    return true
  }

  /// Raises the epoch of fences if the machine was restarted, the log is gone, or the file has
  /// become another one, as when a copy replaces it: grants may be missing.
  private func settleIn(
    _ clock: StoreClock, isLogMissing: Bool
  ) throws(SQLiteFailure) {
    let inode = FileIdentity(of: paths.database).map { String($0.inode) }
    let boot = try value(of: .boot)
    let hasRestarted = boot != clock.boot
    let knownInode = try value(of: .inode)
    let isReplaced = knownInode != nil && knownInode != inode
    guard hasRestarted || isLogMissing || isReplaced || knownInode == nil else { return }
    let now = clock.now()
    if hasRestarted || isLogMissing || isReplaced {
      for pool in try pools() {
        _ = try write(pool, isDurable: true) { tables throws(SQLiteFailure) in
          var machine = LendingMachine(SQLiteRecords(tables: tables))
          _ = try machine.raiseEpoch(
            after: Fence.counter(at: clock.date()), at: now, endingLeases: hasRestarted)
          try tables.finish()
          if hasRestarted { try tables.beginClockAnew(at: now) }
        }
      }
    }
    try connection.runScript("PRAGMA synchronous = FULL")
    if boot == nil { try set(.fenceFloor, to: Fence.floor(at: clock.date()).description) }
    try set(.boot, to: clock.boot)
    if let inode { try set(.inode, to: inode) }
    try connection.runScript("PRAGMA synchronous = NORMAL")
  }

  /// Removes the pipes of clients that have ended and have no session: some at each opening.
  private func removeEndedClients(own: String?) {
    for client in folder.clients().shuffled().prefix(16) where client != own {
      if case .dead = folder.look(at: client), (try? pools(ofClient: client))?.isEmpty == true {
        folder.remove(client)
      }
    }
  }
}

extension Fence {
  /// The fence after which those of a new file begin.
  ///
  /// They are larger than those of a lost file, because they begin with the time: the epoch is the
  /// day since the end of 2025, and the counter the microsecond in it. No store grants one each
  /// microsecond. A number below 2⁵³ is exact in JSON until 2048.
  static func floor(at date: Int64) -> Fence {
    let (day, microsecond) = date.quotientAndRemainder(dividingBy: 86_400_000_000)
    let epoch = day - 20_453
    return epoch < 1 ? Fence(epoch: 1, counter: 0) : Fence(epoch: epoch, counter: microsecond)
  }

  /// The counter after which the fences of an epoch begin that a file reaches by itself: the
  /// millisecond since the end of 2025.
  ///
  /// A store and a copy of it can reach the same epoch, one after the other. The later one then
  /// begins above the fences of the earlier one, which grants fewer than one each millisecond.
  static func counter(at date: Int64) -> Int64 {
    min(max(0, date / 1_000 - 20_453 * 86_400_000), 1 << 39)
  }
}
#endif
