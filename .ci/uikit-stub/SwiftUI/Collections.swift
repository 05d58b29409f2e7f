public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
}

extension ForEach: View where Content: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
  }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.data = data
  }
}

@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: View {
  public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {}

  public nonisolated init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    SelectionValue == Never, Content == ForEach<Data, Data.Element.ID, RowContent>,
    Data.Element: Identifiable
  {}

  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct Section<Parent: View, Content: View, Footer: View>: PrimitiveView {
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content)
  where Parent == Text, Footer == EmptyView {}
}
