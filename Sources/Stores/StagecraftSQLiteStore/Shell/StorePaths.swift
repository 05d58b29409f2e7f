#if SQLite
internal import StageFloor
internal import StoreFloor

struct StorePaths: Hashable, Sendable {
  let database: String
  /// Its write-ahead log, and the index of the log, which processes share.
  var log: String { database + "-wal" }
  var logIndex: String { database + "-shm" }
  /// Locked before each transaction.
  var lock: String { database + "-lock" }
  /// Locked before that, by all but those that renew, return and withdraw.
  var entry: String { database + "-entry" }
  var pipes: String { database + "-pipes" }
  let folder: String
  /// The path before its links were followed, from the root.
  let given: String

  /// A path that leads through a link names the file to which the link leads: the files beside it
  /// are the same for all.
  init(_ path: String) {
    var path = path
    given = Self.fromRoot(path)
    if let resolved = realpath(path, nil) {
      path = String(cString: resolved)
      free(resolved)
    }
    database = path
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    folder = parent.isEmpty ? "/" : parent
  }

  /// The program may change its folder later.
  private static func fromRoot(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }
}

struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  var names: Int
  var mode: UInt32
  var owner: uid_t
  var group: gid_t

  /// The file at a path, or `nil` if there is none.
  init?(of path: String, followingLinks: Bool = true) {
    var info = stat()
    guard fstatat(AT_FDCWD, path, &info, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    self.init(info)
  }

  init(_ info: stat) {
    device = UInt64(truncatingIfNeeded: info.st_dev)
    inode = UInt64(truncatingIfNeeded: info.st_ino)
    size = Int64(info.st_size)
    names = Int(info.st_nlink)
    mode = UInt32(info.st_mode)
    owner = info.st_uid
    group = info.st_gid
  }

  /// Whether it is the same file, regardless of its contents.
  func isSameFile(as other: FileIdentity?) -> Bool {
    inode == other?.inode && device == other?.device
  }

  var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
  var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
  /// The rights, with those that say how a program is run and what a folder's files receive.
  var rights: mode_t { mode_t(mode) & 0o7777 }
}

/// `close`, which is also a method of ``StoreFile`` and ``Connection``.
func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
#endif
