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
  let file: OpaquePointer
  let key: String

  static let group = "Settings"

  /// The text of the value; nil if there is none.
  public var text: String? {
    guard let text = g_key_file_get_string(file, Self.group, key, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Sets the text of the value.
  ///
  /// - Parameter text: The text.
  public func setText(_ text: String) { g_key_file_set_string(file, Self.group, key, text) }
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
    guard
      let texts = g_key_file_get_string_list(
        entry.file, SettingsEntry.group, entry.key, nil, nil)
    else { return nil }
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
    let texts = map { g_strdup($0) }
    defer { for text in texts { g_free(text) } }
    texts.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
        g_key_file_set_string_list(
          entry.file, SettingsEntry.group, entry.key, $0.baseAddress, gsize(count))
      }
    }
  }
}
#endif
