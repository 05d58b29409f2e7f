#if GTK
internal import CGTK
internal import CStageGTK
public import StagecraftScreens

/// What a program remembers of the user's choices, in a file.
///
/// ```swift
/// let pageSize = SettingsKey("page-size", default: 20)
/// let settings = Settings("org.example.CityLibrary")
/// settings[pageSize] = 50
/// ```
///
/// - The file is read once, when the object is created, and written half a second after a change:
///   as a whole, so that a crash leaves the old or the new one, and readable by this user only. What
///   is due is also written by ``save()``, before ``GTKApplication/run(opening:_:)`` returns, and
///   when the object is released. What could not be written is written with the next change or
///   ``save()``.
/// - If the file is damaged, the settings have their defaults, and the file is kept beside the new
///   one with the ending `.damaged`, or `.damaged-2` and so on.
/// - If the file cannot be read, the settings have their defaults, and the file stays as it is:
///   nothing is written until it can be read.
/// - What the program does not know is kept in the file. A value of another type than the key's is
///   replaced by the default.
/// - Changes of the file by another process are not seen, and are overwritten.
@MainActor
public final class Settings {
  /// The path of the file.
  public let path: String
  /// Whether the file was damaged when it was read.
  public private(set) var wasDamaged = false

  private var file = KeyFile()
  /// Why the file was not read.
  private var unread: String?
  private var observed: [String: MainObservers] = [:]
  private var isDirty = false
  private var isScheduled = false

  private struct Living { weak var settings: Settings? }
  private static var living: [Living] = []

  /// Reads the settings of a program, from its folder among the user's settings.
  ///
  /// - Parameter identifier: The identifier of the program, such as `org.example.CityLibrary`.
  public convenience init(_ identifier: String) {
    require(
      g_application_id_is_valid(identifier) != 0,
      "“\(identifier)” is no identifier of an application; write one like org.example.Library.")
    let folder = String(cString: g_get_user_config_dir())
    self.init(path: "\(folder)/\(identifier)/settings.ini")
  }

  /// Reads settings.
  ///
  /// - Parameter path: The path of the file; it need not exist.
  public init(path: String) {
    self.path = path
    load()
    if let unread { stage_say("The settings in \(path) cannot be read: \(unread)") }
    Self.living.removeAll { $0.settings == nil }
    Self.living.append(Living(settings: self))
  }

  isolated deinit { if isDirty { _ = write() } }

  /// Reads the file; what was set before stays set.
  private func load() {
    var contents: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    unread = nil
    guard g_file_get_contents(path, &contents, &length, &error) != 0 else {
      defer { g_clear_error(&error) }
      if let error, stage_is_missing_file(error) == 0 {
        unread = String(cString: error.pointee.message)
      }
      return
    }
    defer { g_free(contents) }
    let read = KeyFile()
    // GLib would stop at a zero, and find nothing wrong.
    guard !UnsafeBufferPointer(start: contents, count: Int(length)).contains(0),
      read.withRaw({
        g_key_file_load_from_data($0, contents, length, G_KEY_FILE_KEEP_COMMENTS, nil)
      }) != 0
    else { return keepDamaged() }
    read.copyValues(of: file)
    file = read
  }

  private func keepDamaged() {
    wasDamaged = true
    var kept = path + ".damaged"
    var number = 1
    while g_file_test(kept, G_FILE_TEST_EXISTS) != 0 {
      number += 1
      kept = "\(path).damaged-\(number)"
    }
    let isKept = stage_rename(path, kept) != 0
    stage_say(
      "The settings in \(path) are damaged, and were replaced by the defaults. "
        + (isKept ? "The file is now \(kept)." : "The file could not be renamed."))
  }

  /// The value of a key: its default, if none was set.
  ///
  /// - Parameter key: The key.
  public subscript<Value: SettingsValue>(key: SettingsKey<Value>) -> Value {
    get { Value.read(SettingsEntry(file: file, key: key.name)) ?? key.defaultValue }
    set {
      guard newValue != self[key] || !has(key) else { return }
      newValue.write(SettingsEntry(file: file, key: key.name))
      changed(key.name)
    }
  }

  /// Returns whether a value was set, and not reset since.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether there is a value other than the default, or one that is equal to it.
  public func has<Value: SettingsValue>(_ key: SettingsKey<Value>) -> Bool {
    file.withRaw { g_key_file_has_key($0, SettingsEntry.group, key.name, nil) != 0 }
  }

  /// Removes the value of a key, which then has its default.
  ///
  /// - Parameter key: The key.
  public func reset<Value: SettingsValue>(_ key: SettingsKey<Value>) {
    let isRemoved = file.withRaw {
      g_key_file_remove_key($0, SettingsEntry.group, key.name, nil) != 0
    }
    if isRemoved { changed(key.name) }
  }

  /// Calls a closure whenever the value of a key was set to another one.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Called with the new value.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe<Value: SettingsValue>(
    _ key: SettingsKey<Value>, _ body: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let observers = observed[key.name] ?? MainObservers()
    observed[key.name] = observers
    return observers.add { [weak self] in
      if let self { body(self[key]) }
    }
  }

  private func changed(_ name: String) {
    isDirty = true
    if !isScheduled {
      isScheduled = true
      MainLoop.after(.milliseconds(500)) { [weak self] in
        self?.isScheduled = false
        self?.writeIfDirty()
      }
    }
    observed[name]?.notify()
  }

  private func writeIfDirty() {
    guard isDirty, let problem = write() else { return }
    stage_say("The settings were not written to \(path): \(problem)")
  }

  /// Writes what has changed, now.
  ///
  /// - Throws: What the operating system says, if the file cannot be written.
  public func save() throws(SettingsError) {
    guard isDirty, let problem = write() else { return }
    throw SettingsError(path: path, reason: problem)
  }

  /// Returns what went wrong.
  private func write() -> String? {
    if unread != nil { load() }
    if let unread { return unread }
    var error: UnsafeMutablePointer<GError>?
    let folder = g_path_get_dirname(path)
    g_mkdir_with_parents(folder, 0o700)
    g_free(folder)
    var length: gsize = 0
    let text = file.withRaw { g_key_file_to_data($0, &length, nil) }
    defer { g_free(text) }
    isDirty =
      g_file_set_contents_full(
        path, text, gssize(length), G_FILE_SET_CONTENTS_CONSISTENT, 0o600, &error) == 0
    guard isDirty else { return nil }
    defer { g_clear_error(&error) }
    return error.map { String(cString: $0.pointee.message) } ?? "unknown"
  }

  static func writeAll() { for living in living { living.settings?.writeIfDirty() } }
}

/// The settings could not be written.
public struct SettingsError: Error, Hashable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// What the operating system says.
  public let reason: String

  /// What has happened.
  public var description: String { "The settings were not written to \(path): \(reason)" }
}

/// The name, the type and the default of a setting.
public struct SettingsKey<Value: SettingsValue>: Sendable {
  /// The name in the file.
  public let name: String
  /// The value while none was set.
  public let defaultValue: Value

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The name in the file: letters, digits, hyphens and dots.
  ///   - defaultValue: The value while none was set.
  public init(_ name: String, default defaultValue: Value) {
    require(
      !name.isEmpty
        && name.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
          default: false
          }
        },
      "A key of settings consists of letters, digits, hyphens and dots, unlike “\(name)”.")
    self.name = name
    self.defaultValue = defaultValue
  }
}
#endif
