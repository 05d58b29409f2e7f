public import StagecraftLists

extension FakeTable {
  /// Shows the rows of a presenter and follows its changes.
  ///
  /// The table retains the presenter and becomes its surface.
  ///
  /// - Parameters:
  ///   - presenter: The presenter whose rows are shown.
  ///   - content: Returns the visible content of a row.
  public func show<Rows: PresentableRows>(
    _ presenter: ListPresenter<Rows>, content: @escaping (Rows.Row) -> some Hashable
  ) where Rows.Row: Identifiable {
    let source = PresenterSource(presenter) { FakeCell(id: $0.id, content: content($0)) }
    ownDataSource = source
    dataSource = source
    presenter.attach(to: self)
  }
}

private final class PresenterSource<Rows: PresentableRows>: FakeTableDataSource {
  private let presenter: ListPresenter<Rows>
  private let cell: (Rows.Row) -> FakeCell

  init(_ presenter: ListPresenter<Rows>, cell: @escaping (Rows.Row) -> FakeCell) {
    self.presenter = presenter
    self.cell = cell
  }

  var numberOfSections: Int { presenter.numberOfSections }

  func numberOfRows(inSection section: Int) -> Int { presenter.numberOfRows(inSection: section) }

  func cell(at path: RowPath) -> FakeCell { cell(presenter.row(at: path)) }
}
