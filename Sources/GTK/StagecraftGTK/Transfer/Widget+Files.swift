#if GTK
internal import CGTK

extension Widget {
  /// Lets the user drag files from the widget, to a file manager for example, which copies them.
  ///
  /// ```swift
  /// export.addFileDragSource { [weak report] in report?.files ?? [] }
  /// ```
  ///
  /// - Parameters:
  ///   - icon: Called when a drag begins; returns what the pointer carries. Nil for the widget's own
  ///     image.
  ///   - onEnd: Called when the drag has ended, with whether a target has accepted it.
  ///   - files: Called when a drag begins; returns the paths of the files, which exist, or none if
  ///     there is nothing to drag. It must not retain the widget.
  public func addFileDragSource(
    icon: (@MainActor () -> Texture?)? = nil, onEnd: (@MainActor (Bool) -> Void)? = nil,
    files: @escaping @MainActor () -> [String]
  ) {
    addDragSource(gdk_file_list_get_type(), false, icon, onEnd) {
      let files = files()
      return files.isEmpty ? nil : files.map(address).joined(separator: "\n")
    }
  }

  /// Lets the user drop files on the widget, from a file manager for example.
  ///
  /// ```swift
  /// catalogue.addFileDropTarget { files in importer.read(files) }
  /// ```
  ///
  /// - Parameters:
  ///   - onHover: Called when files are above the widget, with the distances from its edges, and with
  ///     nil when they have left.
  ///   - onDrop: Called with the paths when files are dropped; returns whether they are accepted. A
  ///     file without a path, on a server for example, is left out. It must not retain the widget.
  public func addFileDropTarget(
    onHover: (@MainActor ((x: Double, y: Double)?) -> Void)? = nil,
    onDrop: @escaping @MainActor ([String]) -> Bool
  ) {
    addDropTarget(gdk_file_list_get_type(), onHover) { drop in
      let files = drop.payload.split(separator: "\n").compactMap { path(of: String($0)) }
      return files.isEmpty ? false : onDrop(files)
    }
  }
}

@MainActor
private func address(of path: String) -> String {
  let file = g_file_new_for_path(path)
  defer { g_object_unref(UnsafeMutableRawPointer(file)) }
  let address = g_file_get_uri(file)!
  defer { g_free(address) }
  return String(cString: address)
}

@MainActor
private func path(of address: String) -> String? {
  guard let path = g_filename_from_uri(address, nil, nil) else { return nil }
  defer { g_free(path) }
  return String(cString: path)
}
#endif
