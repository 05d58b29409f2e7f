#if GTK
internal import CGTK
internal import CStageGTK

/// Asks the user for files and folders, with the dialog of the desktop.
///
/// ```swift
/// let chooser = FileChooser("Import a List", filters: [.init("Lists", ["*.csv", "*.tsv"])])
/// if let path = await chooser.open(over: view) { list.read(path) }
/// ```
///
/// A choice is a path; the user can choose only files that have one. If the task is cancelled, the
/// dialog is closed, and nothing is chosen.
@MainActor
public struct FileChooser {
  /// Some kinds of files.
  public struct Filter: Hashable, Sendable {
    /// What the user reads.
    public var title: String
    /// Patterns of names, such as `*.csv`.
    public var patterns: [String]

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - title: What the user reads.
    ///   - patterns: Patterns of names, such as `*.csv`.
    public init(_ title: String, _ patterns: [String]) {
      self.title = title
      self.patterns = patterns
    }
  }

  /// The title of the dialog.
  public var title: String
  /// The kinds of files that the user can choose from; all, if there are none.
  public var filters: [Filter]
  /// The path of the folder that is shown first; nil for the one that was used last.
  public var folder: String?
  /// The label of the button that chooses; empty for that of the desktop.
  public var acceptLabel = ""

  /// Describes a dialog.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - filters: The kinds of files that the user can choose from.
  ///   - folder: The path of the folder that is shown first.
  public init(_ title: String, filters: [Filter] = [], folder: String? = nil) {
    self.title = title
    self.filters = filters
    self.folder = folder
  }

  /// Asks for a file that exists.
  ///
  /// - Parameter widget: A widget in the window that asks.
  /// - Returns: The path; nil if none was chosen.
  public func open(over widget: Widget) async -> String? {
    await ask(GTK_FILE_CHOOSER_ACTION_OPEN, over: widget).first
  }

  /// Asks for any number of files that exist.
  ///
  /// - Parameter widget: A widget in the window that asks.
  /// - Returns: The paths; empty if none was chosen.
  public func openSeveral(over widget: Widget) async -> [String] {
    await ask(GTK_FILE_CHOOSER_ACTION_OPEN, over: widget, isMultiple: true)
  }

  /// Asks for the name of a file to write; the user is asked whether to replace one that exists.
  ///
  /// - Parameters:
  ///   - widget: A widget in the window that asks.
  ///   - name: The name that is suggested.
  /// - Returns: The path; nil if none was chosen.
  public func save(over widget: Widget, name: String = "") async -> String? {
    await ask(GTK_FILE_CHOOSER_ACTION_SAVE, over: widget, name: name).first
  }

  /// Asks for a folder that exists.
  ///
  /// - Parameter widget: A widget in the window that asks.
  /// - Returns: The path; nil if none was chosen.
  public func openFolder(over widget: Widget) async -> String? {
    await ask(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, over: widget).first
  }

  private func ask(
    _ action: GtkFileChooserAction, over widget: Widget, isMultiple: Bool = false, name: String = ""
  ) async -> [String] {
    let session = ChooserSession(self, action, over: widget, isMultiple: isMultiple, name: name)
    return await withTaskCancellationHandler {
      await session.run()
    } onCancel: {
      Task { @MainActor in session.end([]) }
    }
  }
}

@MainActor
private final class ChooserSession {
  private let reference: ObjectReference
  private var continuation: CheckedContinuation<[String], Never>?
  private var isOver = false

  init(
    _ chooser: FileChooser, _ action: GtkFileChooserAction, over widget: Widget, isMultiple: Bool,
    name: String
  ) {
    let parent = DialogParent.window(of: widget)
    func make(_ window: UnsafeMutablePointer<GtkWindow>?) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(
        gtk_file_chooser_native_new(
          chooser.title, window, action, chooser.acceptLabel.isEmpty ? nil : chooser.acceptLabel,
          nil))
    }
    let object = parent?.withRaw(as: GtkWindow.self) { make($0) } ?? make(nil)
    reference = ObjectReference(object)
    g_object_unref(object)
    WidgetCensus.shared.made(object)
    let native = OpaquePointer(object)
    gtk_native_dialog_set_modal(object.assumingMemoryBound(to: GtkNativeDialog.self), 1)
    gtk_file_chooser_set_select_multiple(native, isMultiple ? 1 : 0)
    if !name.isEmpty { gtk_file_chooser_set_current_name(native, name) }
    if let folder = chooser.folder, let file = g_file_new_for_path(folder) {
      gtk_file_chooser_set_current_folder(native, file, nil)
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    for description in chooser.filters {
      let filter = gtk_file_filter_new()!
      gtk_file_filter_set_name(filter, description.title)
      for pattern in description.patterns { gtk_file_filter_add_pattern(filter, pattern) }
      gtk_file_chooser_add_filter(native, filter)
      g_object_unref(UnsafeMutableRawPointer(filter))
    }
  }

  func run() async -> [String] {
    let connection = reference.withRaw(as: GObject.self) { object in
      SignalConnection(UnsafeMutableRawPointer(object), "response") { [weak self] parameters in
        let isAccepted = parameters.integer(0) == Int(GTK_RESPONSE_ACCEPT.rawValue)
        self?.end(isAccepted ? self?.paths ?? [] : [])
        return nil
      }
    }
    defer { connection.cancel() }
    return await withCheckedContinuation { continuation in
      guard !isOver, !Task.isCancelled else { return continuation.resume(returning: []) }
      self.continuation = continuation
      reference.withRaw(as: GtkNativeDialog.self) { gtk_native_dialog_show($0) }
    }
  }

  private var paths: [String] {
    reference.withRaw(as: GObject.self) { object in
      guard let files = gtk_file_chooser_get_files(OpaquePointer(object)) else { return [] }
      defer { g_object_unref(UnsafeMutableRawPointer(files)) }
      return (0..<g_list_model_get_n_items(files)).compactMap { index in
        guard let file = g_list_model_get_item(files, index) else { return nil }
        defer { g_object_unref(file) }
        guard let path = g_file_get_path(OpaquePointer(file)) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
      }
    }
  }

  func end(_ paths: [String]) {
    guard !isOver else { return }
    isOver = true
    guard let continuation else { return }
    self.continuation = nil
    reference.withRaw(as: GtkNativeDialog.self) { gtk_native_dialog_hide($0) }
    continuation.resume(returning: paths)
  }
}
#endif
