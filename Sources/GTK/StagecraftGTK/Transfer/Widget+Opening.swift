#if GTK
internal import CGTK

extension Widget {
  /// Opens a file, a folder or a link with the program that the user has chosen for its kind.
  ///
  /// ```swift
  /// do { try await view.openElsewhere("/home/ada/report.html") } catch { show("\(error)") }
  /// ```
  ///
  /// It returns when the program has been started, which may not have read the file yet. A sandbox
  /// may ask the user for the program first.
  ///
  /// - Parameter address: The absolute path of a file or a folder, or an address with a scheme,
  ///   such as `https://example.org` or `mailto:desk@example.org`.
  /// - Throws: ``OpeningError`` if no program could be started; `CancellationError` if the task was
  ///   cancelled before.
  public func openElsewhere(_ address: String) async throws {
    let uri = try await address.hasPrefix("/") ? Self.uri(ofFile: address) : address
    try Task.checkCancellation()
    let parent = DialogParent.window(of: self)
    let failure: String? = await AsyncCall.run(
      { cancellable, callback, data in
        func start(_ window: UnsafeMutablePointer<GtkWindow>?) {
          gtk_show_uri_full(window, uri, guint32(GDK_CURRENT_TIME), cancellable, callback, data)
        }
        if let parent { parent.withRaw(as: GtkWindow.self) { start($0) } } else { start(nil) }
      },
      { source, result in
        var error: UnsafeMutablePointer<GError>?
        let window = source.map { UnsafeMutablePointer<GtkWindow>($0) }
        return gtk_show_uri_full_finish(window, result, &error) == 0 ? Self.message(&error) : nil
      })
    guard let failure else { return }
    try Task.checkCancellation()
    throw OpeningError(address: address, reason: failure)
  }

  /// Throws if the file does not exist: otherwise a program would be started with it.
  private static func uri(ofFile path: String) async throws -> String {
    guard let file = g_file_new_for_path(path), let uri = g_file_get_uri(file) else {
      throw OpeningError(address: path, reason: "")
    }
    defer {
      g_free(uri)
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    // On a thread of GLib's: a disk or a network may be slow.
    let failure: String? = await AsyncCall.run(
      { cancellable, callback, data in
        g_file_query_info_async(
          file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT,
          cancellable, callback, data)
      },
      { file, result in
        var error: UnsafeMutablePointer<GError>?
        guard let info = g_file_query_info_finish(file, result, &error) else {
          return message(&error)
        }
        g_object_unref(UnsafeMutableRawPointer(info))
        return nil
      })
    guard let failure else { return String(cString: uri) }
    try Task.checkCancellation()
    throw OpeningError(address: path, reason: failure)
  }

  private static func message(_ error: inout UnsafeMutablePointer<GError>?) -> String {
    defer { g_clear_error(&error) }
    return error.map { String(cString: $0.pointee.message) } ?? ""
  }
}

/// A file or a link could not be opened with another program.
public struct OpeningError: Error, Hashable, CustomStringConvertible {
  /// The address, as the program has given it.
  public let address: String
  /// What the desktop says, in the language of the user.
  public let reason: String

  /// A sentence that the user can read.
  public var description: String {
    reason.isEmpty
      ? "“\(address)” could not be opened." : "“\(address)” could not be opened: \(reason)"
  }
}
#endif
