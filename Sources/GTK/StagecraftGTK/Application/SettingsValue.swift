#if GTK
internal import CGTK

/// A value that ``Settings`` can store: `Bool`, `Int`, `Double`, `String`, arrays of strings, and
/// enumerations of strings that conform to it.
///
/// ```swift
/// enum SortOrder: String, SettingsValue { case title, author }
/// ```
public protocol SettingsValue: Equatable, Sendable {
  /// Reads a value.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The value; nil if there is none of this type.
  @MainActor static func read(_ entry: SettingsEntry) -> Self?

  /// Writes the value.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor func write(_ entry: SettingsEntry)
}

/// The place of a value in a file of settings.
@MainActor
public struct SettingsEntry {
  let file: KeyFile
  let key: String

  static let group = "Settings"

  /// The text of the value; nil if there is none.
  public var text: String? {
    file.withRaw { file in
      guard let text = g_key_file_get_string(file, Self.group, key, nil) else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }
  }

  /// Sets the text of the value.
  ///
  /// - Parameter text: The text.
  /// - Precondition: The text contains no zero.
  public func setText(_ text: String) {
    requireNoZero(text)
    file.withRaw { g_key_file_set_string($0, Self.group, key, text) }
  }

  func requireNoZero(_ text: String) {
    require(!text.utf8.contains(0), "The text for “\(key)” contains a zero, which no file holds.")
  }
}

/// GLib's table of keys and values.
@MainActor
final class KeyFile {
  private let pointer = g_key_file_new()!

  isolated deinit { g_key_file_unref(pointer) }

  func withRaw<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(pointer)
  }

  /// Sets the values that another one has.
  func copyValues(of other: KeyFile) {
    other.withRaw { other in
      guard let keys = g_key_file_get_keys(other, SettingsEntry.group, nil, nil) else { return }
      defer { g_strfreev(keys) }
      var next = keys
      while let key = next.pointee {
        let value = g_key_file_get_value(other, SettingsEntry.group, key, nil)
        g_key_file_set_value(pointer, SettingsEntry.group, key, value)
        g_free(value)
        next += 1
      }
    }
  }
}

extension SettingsValue where Self: RawRepresentable, RawValue == String {
  /// Reads a value.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The value; nil if the text is none of the raw values.
  @MainActor public static func read(_ entry: SettingsEntry) -> Self? {
    entry.text.flatMap { Self(rawValue: $0) }
  }

  /// Writes the raw value.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor public func write(_ entry: SettingsEntry) { entry.setText(rawValue) }
}

extension String: SettingsValue {
  /// Reads a text.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The text; nil if there is none.
  @MainActor public static func read(_ entry: SettingsEntry) -> String? { entry.text }

  /// Writes the text.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor public func write(_ entry: SettingsEntry) { entry.setText(self) }
}

extension Bool: SettingsValue {
  /// Reads a Boolean.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The value; nil if it is neither `true` nor `false`.
  @MainActor public static func read(_ entry: SettingsEntry) -> Bool? {
    entry.text.flatMap { Bool($0) }
  }

  /// Writes `true` or `false`.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor public func write(_ entry: SettingsEntry) { entry.setText("\(self)") }
}

extension Int: SettingsValue {
  /// Reads an integer.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The value; nil if the text is no integer.
  @MainActor public static func read(_ entry: SettingsEntry) -> Int? {
    entry.text.flatMap { Int($0) }
  }

  /// Writes the integer.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor public func write(_ entry: SettingsEntry) { entry.setText("\(self)") }
}

extension Double: SettingsValue {
  /// Reads a number.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The value; nil if the text is no number.
  @MainActor public static func read(_ entry: SettingsEntry) -> Double? {
    entry.text.flatMap { Double($0) }
  }

  /// Writes the number, so that the same one is read.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor public func write(_ entry: SettingsEntry) { entry.setText("\(self)") }
}

extension [String]: SettingsValue {
  /// Reads texts.
  ///
  /// - Parameter entry: Where the value is.
  /// - Returns: The texts; nil if there is no list.
  @MainActor public static func read(_ entry: SettingsEntry) -> [String]? {
    let list = entry.file.withRaw {
      g_key_file_get_string_list($0, SettingsEntry.group, entry.key, nil, nil)
    }
    guard let texts = list else { return nil }
    defer { g_strfreev(texts) }
    var result: [String] = []
    var next = texts
    while let text = next.pointee {
      result.append(String(cString: text))
      next += 1
    }
    return result
  }

  /// Writes the texts.
  ///
  /// - Parameter entry: Where the value is.
  @MainActor public func write(_ entry: SettingsEntry) {
    for text in self { entry.requireNoZero(text) }
    let texts = map { g_strdup($0) }
    defer { for text in texts { g_free(text) } }
    texts.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) { buffer in
        entry.file.withRaw {
          g_key_file_set_string_list(
            $0, SettingsEntry.group, entry.key, buffer.baseAddress, gsize(count))
        }
      }
    }
  }
}
#endif
