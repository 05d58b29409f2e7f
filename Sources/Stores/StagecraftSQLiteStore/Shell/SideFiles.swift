#if SQLite
internal import StageFloor
internal import StoreFloor

/// The rights of the files beside the database: they belong to those who may write it.
struct SideFiles {
  let paths: StorePaths
  let database: FileIdentity

  /// Fails if the database does not exist.
  init?(of paths: StorePaths) {
    guard let database = FileIdentity(of: paths.database) else { return nil }
    self.paths = paths
    self.database = database
  }

  /// Reading and writing, for those who may write the database.
  ///
  /// A user who may only read it receives none: an open file can be locked, which would stop all.
  var rights: mode_t {
    let writing = database.rights & 0o222
    return writing | writing << 1
  }

  /// In a folder that is shared, pipes receive the folder's group and not that of their maker.
  var folderRights: mode_t {
    let shared: mode_t = rights & 0o060 == 0 ? 0 : 0o2000
    return rights | (rights & 0o444) >> 2 | shared
  }

  private var files: [String] { [paths.lock, paths.entry, paths.log, paths.logIndex] }

  private func hasGroup(_ file: FileIdentity) -> Bool {
    rights & 0o060 == 0 || file.group == database.group
  }

  // MARK: Giving the rights

  /// Gives the files their rights, as far as this user owns them: the database may have been shared
  /// since they were made.
  func share() {
    for path in files { share(path, rights) }
    // The pipes in the folder are many, and as it is unless the database has been shared since.
    if share(paths.pipes, folderRights) {
      for name in names(in: paths.pipes) { share("\(paths.pipes)/\(name)", rights) }
    }
  }

  /// A user who may write to the folder could put a link to another file of this user's there: no
  /// link is followed, and a file with two names is left alone.
  ///
  /// - Returns: Whether something was wrong.
  @discardableResult
  private func share(_ path: String, _ rights: mode_t) -> Bool {
    guard let file = FileIdentity(of: path, followingLinks: false), !file.isLink,
      file.isFolder || file.names == 1, file.owner == geteuid() || geteuid() == 0
    else { return false }
    if file.rights == rights && hasGroup(file) { return false }
    // First the group: changing it clears the bit that passes it on.
    if !hasGroup(file) { _ = lchown(path, uid_t.max, database.group) }
    _ = fchmodat(AT_FDCWD, path, rights, AT_SYMLINK_NOFOLLOW)
    return true
  }

  // MARK: Examining them

  /// What is wrong, and what to do, in a sentence each.
  var flaws: [String] {
    var flaws: [String] = []
    for (path, rights) in files.map({ ($0, rights) }) + [(paths.pipes, folderRights)] {
      guard let file = FileIdentity(of: path), file.rights != rights || !hasGroup(file) else {
        continue
      }
      flaws.append(
        """
        "\(path)" has the rights \(octal(file.rights)) and the group \(file.group), and the store \
        needs \(octal(rights)) and \(database.group): run lend list once as user \(file.owner)
        """)
    }
    let base = String(paths.database.split(separator: "/").last ?? "")
    for name in names(in: paths.folder) where name.hasPrefix(base) && name != base {
      let path = "\(paths.folder)/\(name)"
      guard !(files + [paths.pipes]).contains(path), let copy = FileIdentity(of: path),
        copy.isRegular, copy.rights & 0o077 & ~database.rights != 0
      else { continue }
      flaws.append(
        """
        "\(path)" has the rights \(octal(copy.rights)) and may contain payloads that its readers \
        may not see in the store: run chmod \(octal(database.rights))
        """)
    }
    return flaws
  }

  private func octal(_ rights: mode_t) -> String { String(rights, radix: 8) }

  private func names(in folder: String) -> [String] {
    fileNames(in: folder).filter { $0 != "." && $0 != ".." }
  }
}
#endif
