#if GTK
internal import CGTK
internal import CStageGTK

@MainActor
final class RowCell {
  let widget: Widget
  /// Owns this object; nil after its end.
  fileprivate var item: OpaquePointer?
  fileprivate weak var cells: RowCells?

  fileprivate init(_ widget: Widget, item: OpaquePointer, cells: RowCells) {
    self.widget = widget
    self.item = item
    self.cells = cells
  }

  var content: Widget { (widget as? SectionCell)?.row ?? widget }

  var position: Int? {
    guard let item else { return nil }
    let position = gtk_list_item_get_position(item)
    return position == UInt32.max || gtk_list_item_get_item(item) == nil ? nil : Int(position)
  }

  var row: UnsafeMutableRawPointer? { item.flatMap { gtk_list_item_get_item($0) } }

  func noteUpdate() {
    if let item { stage_cell_update(UnsafeMutableRawPointer(item)) }
  }
}

/// GTK's list items own the cells: a wrapper ends with its list item.
@MainActor
final class RowCells {
  private let make: @MainActor () -> Widget
  private let show: @MainActor (Widget, AnyObject) -> Void
  private var factory: UnsafeMutableRawPointer?
  private(set) var all: [ObjectIdentifier: RowCell] = [:]
  /// Calls of the program's closures: GTK is working on its rows, and must not be told of others.
  private(set) var calls = 0

  init(
    make: @escaping @MainActor () -> Widget,
    show: @escaping @MainActor (Widget, AnyObject) -> Void
  ) {
    self.make = make
    self.show = show
    var functions = StageFactoryFunctions(
      make: { data, item in
        Unmanaged<RowCells>.fromOpaque(data!).takeUnretainedValue().makeCell(in: item!)
      },
      show: { cell, payload in
        let cell = Unmanaged<RowCell>.fromOpaque(cell!).takeUnretainedValue()
        let payload = Unmanaged<AnyObject>.fromOpaque(payload!).takeUnretainedValue()
        cell.cells?.show(payload, in: cell)
      },
      destroy: { cell in
        let cell = Unmanaged<RowCell>.fromOpaque(cell!).takeRetainedValue()
        cell.item = nil
        cell.cells?.all[ObjectIdentifier(cell)] = nil
      })
    factory = stage_factory_new(Unmanaged.passUnretained(self).toOpaque(), &functions)
    WidgetCensus.shared.made(factory!)
  }

  isolated deinit {
    stage_factory_disconnect(factory)
    g_object_unref(factory)
  }

  /// The caller owns the reference.
  func retainedFactory() -> OpaquePointer {
    OpaquePointer(g_object_ref(factory)!)
  }

  private func makeCell(in item: OpaquePointer) -> UnsafeMutableRawPointer {
    calls += 1
    let widget = make()
    calls -= 1
    let cell = RowCell(widget, item: item, cells: self)
    all[ObjectIdentifier(cell)] = cell
    widget.withRaw { gtk_list_item_set_child(item, $0) }
    return Unmanaged.passRetained(cell).toOpaque()
  }

  func update(_ cell: RowCell, with payload: AnyObject) {
    cell.noteUpdate()
    show(payload, in: cell)
  }

  private func show(_ payload: AnyObject, in cell: RowCell) {
    calls += 1
    defer { calls -= 1 }
    show(cell.widget, payload)
    // Without the header of a section.
    cell.widget.withRaw { child in cell.content.withRaw { stage_name_row(child, $0) } }
  }
}
#endif
