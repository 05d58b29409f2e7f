#if SQLite
internal import StageFloor

extension SQLiteStore {
  /// The store of this user, which all uses in this process share.
  ///
  /// It is `lend.sqlite` in the folder `stagecraft-lend` of `XDG_STATE_HOME`, or of
  /// `~/.local/state`. The folder is created. A user without a home folder has none: its requests
  /// fail as `unsuitable`.
  public static let `default`: SQLiteStore = {
    let path = defaultPath
    makeFolders(of: path)
    return SQLiteStore(path)
  }()

  /// The path of ``default``; empty if this user has no home folder.
  public static var defaultPath: String {
    stateFolder.map { "\($0)/stagecraft-lend/lend.sqlite" } ?? ""
  }

  private static var stateFolder: String? {
    // The specification ignores paths that are not absolute.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.local/state" }
    if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir {
      return String(cString: home) + "/.local/state"
    }
    // A folder for temporary files belongs to all users: another one could have put a store there.
    return nil
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// For this user only; the store reports what fails.
  private static func makeFolders(of path: String) {
    var position = path.startIndex
    while let slash = path[position...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      position = slash
    }
  }
}
#endif
