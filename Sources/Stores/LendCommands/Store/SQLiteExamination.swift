#if SQLite
internal import StageFloor
internal import CLend
internal import StagecraftSQLiteStore
import StagecraftSharedPools

struct SQLiteExamination {
  let store: SQLiteStore

  init(_ store: SQLiteStore) { self.store = store }

  func findings() async throws -> [Finding] {
    // Opening it checks the edition, the file system and the file.
    _ = try await store.livenessDescriptor()
    let examination = try await store.examine()
    let flaws = examination.flaws.map {
      Finding(.fault, "content", "the file is damaged; restore it from a copy: \($0.printable)")
    }
    let file = Finding(.good, "file", store.path.printable)
    let places = store.placeFlaws().map { Finding(.fault, "files", $0.printable) }
    let fences = Self.fences(from: examination.firstEpoch)
    return [file] + flaws + places + [fences, fileSystem, space, permissions]
  }

  static func fences(from epoch: Int64) -> Finding {
    if epoch > 1 { return Finding(.good, "fences", "begin with epoch \(epoch)") }
    return Finding(
      .note, "fences",
      """
      begin with epoch 1: those of a file that this one has replaced may be larger. If there was \
      one, run lend init --epoch-above with the highest epoch that a guard has seen
      """)
  }

  private var fileSystem: Finding {
    let type = lend_file_system(store.path)
    let names: [Int64: String] = [
      0xEF53: "ext4", 0x5846_5342: "XFS", 0x9123_683E: "Btrfs", 0x2FC1_2FC1: "ZFS",
      0x794C_7630: "overlay", 0x0102_1994: "tmpfs", 0x6969: "NFS", 0xFF53_4D42: "CIFS",
    ]
    let name = names[type] ?? "type \(String(type, radix: 16))"
    return name == "tmpfs"
      ? Finding(.note, "file system", "\(name): the stock is lost at a restart of the machine")
      : Finding(.good, "file system", name)
  }

  private var space: Finding {
    let free = lend_free_bytes(store.path)
    let detail = "\(free >> 20) MiB free"
    return free < 64 << 20
      ? Finding(.note, "disk", "\(detail): when it is full, nothing is lent any more")
      : Finding(.good, "disk", detail)
  }

  private var permissions: Finding {
    var status = stat()
    guard stat(store.path, &status) == 0 else {
      return Finding(
        .fault, "permissions", "the file has gone: \(String(cString: strerror(errno)))")
    }
    let digits = String(status.st_mode & 0o777, radix: 8)
    return status.st_mode & 0o077 == 0
      ? Finding(.good, "permissions", digits)
      : Finding(
        .note, "permissions", "\(digits): others of this machine may read or change the stock")
  }
}

/// Not if this user may not look for it.
func isMissing(_ path: String) -> Bool {
  access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR) && !path.isEmpty
}
#endif
