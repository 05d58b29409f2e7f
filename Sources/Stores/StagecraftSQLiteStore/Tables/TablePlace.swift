#if SQLite
internal import CStageFloor
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// The checks before a file is opened.
extension StorePaths {
  /// Creates the file if it is missing, with the rights that SQLite would give it.
  ///
  /// Returns whether it did.
  func createForTables() throws(TableError) -> Bool {
    if FileIdentity(of: database) != nil { return false }
    // SQLite's locks are not lost when this is closed: before, there was no file.
    let descriptor = open(database, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor >= 0 {
      closeFile(descriptor)
      return true
    }
    if errno == EEXIST { return false }
    throw TableError(
      .accessDenied,
      """
      "\(database)" cannot be created: \(systemMessage(errno)). Create its folder, or grant this \
      user the right to write there.
      """)
  }

  /// The file, which must exist, on a disk whose locks can be trusted.
  func examineForTables() throws(TableError) -> FileIdentity {
    guard let file = FileIdentity(of: database) else {
      if errno == EACCES {
        throw TableError(
          .accessDenied,
          """
          This user may not enter the folder "\(folder)" or one above it. Grant it that right, or \
          name another file.
          """)
      }
      throw TableError(
        .noSuchTable, "There is no file \"\(database)\", and so no table in it. Name another file.")
    }
    guard file.isRegular else {
      throw TableError(.damaged, "\"\(database)\" is not a file. Name a database.")
    }
    if file.names > 1 {
      throw TableError(
        .cannotBeFollowed,
        """
        The file "\(database)" has \(file.names) names (hard links), and each would have a log of \
        its own. Remove all names but one.
        """)
    }
    if stage_is_mounted_alone(database) {
      throw TableError(
        .cannotBeFollowed,
        """
        The file "\(database)" is mounted alone, without the files that belong to it. Mount its \
        folder instead.
        """)
    }
    var name = [CChar](repeating: 0, count: 32)
    if stage_file_system_reach(folder, &name) == STAGE_FILE_SYSTEM_REMOTE {
      let text = String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw TableError(
        .cannotBeFollowed,
        """
        "\(database)" is on a file system of the kind "\(text)", whose locks cannot be trusted. \
        Keep the database on a local disk; among machines, use PostgreSQL.
        """)
    }
    return file
  }
}
#endif
