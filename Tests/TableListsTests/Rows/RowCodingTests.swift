import StagecraftLists
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct RowCodingTests {
  struct Everything: Codable, Identifiable, Equatable, Sendable {
    enum Kind: Int, Codable, Sendable {
      case map = 3
      case book
    }
    struct Isbn: Codable, Equatable, Sendable {
      var text: String
      init(_ text: String) { self.text = text }
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    var id: String
    var whole = 1
    var small: Int8 = -3
    var large: UInt64 = 7
    var real = 1.5
    var single: Float = 0.25
    var isReady = true
    var bytes: [UInt8] = [0, 255]
    var kind = Kind.book
    var isbn = Isbn("3-522")
    var note: String?
    var pages: Int?
    var cover: [UInt8]?
    var other: Kind?
  }

  private func schema(_ fields: [TableField]) -> TableSchema {
    TableSchema(table: "books", columns: fields.map { TableColumn($0.column) }, keyColumn: 0)
  }

  @Test func everyTypeComesBack() throws {
    var row = Everything(id: "a")
    for _ in 0..<2 {
      let fields = try RowEncoder().encode(row)
      #expect(fields.count == 14)
      let coder = try RowCoder(TableRowFormat<Everything>.codable, for: schema(fields))
      #expect(try coder.decodeChecked(TableRecord(fields.map(\.value))) == row)
      (row.note, row.pages, row.cover, row.other) = ("late", 300, [1], .map)
    }
  }

  @Test func aPropertyThatIsNilIsWrittenAsNull() throws {
    let fields = try RowEncoder().encode(Everything(id: "a"))
    #expect(
      fields.filter { $0.value == .null }.map(\.column) == ["note", "pages", "cover", "other"])
  }

  @Test func aPropertyWithPropertiesNamesItsColumn() throws {
    struct Place: Codable, Sendable { var x = 1 }
    struct Nested: Codable, Identifiable, Sendable {
      var id = 1
      var place = Place()
    }
    let schema = schema([TableField("id", .null), TableField("place", .null)])
    var coder = try RowCoder(TableRowFormat<Nested>.codable, for: schema)
    let error = #expect(throws: TableError.self) { try coder.checkedFields(of: Nested()) }
    #expect(error?.code == .unencodableRow)
    #expect(
      error?.message == """
        Row 1 of table “books” cannot be encoded: column “place”: it has properties of its own; \
        write a `TableRowFormat` with closures.
        """)
    let second = #expect(throws: TableError.self) {
      try coder.decode(TableRecord([.integer(1), .text("x")]))
    }
    #expect(second?.code == .undecodableRow)
    #expect(second?.message.contains("column “place”") == true)
  }

  /// Written, they would be bytes or null, which are not read as such a property.
  @Test func emptyCollectionsThatAreNoBytesAreRefused() throws {
    struct Tagged<Tags: Codable & Sendable>: Codable, Identifiable, Sendable {
      var id = 1
      var tags: Tags
    }
    struct Nothing: Codable, Sendable {}
    func problem<Tags: Codable & Sendable>(_ tags: Tags) -> String? {
      let schema = schema([TableField("id", .null), TableField("tags", .null)])
      let fields = Result {
        var coder = try RowCoder(TableRowFormat<Tagged<Tags>>.codable, for: schema)
        return try coder.checkedFields(of: Tagged(tags: tags))
      }
      if case .failure(let error as TableError) = fields { return error.message }
      return nil
    }
    let elements = "column “tags”: it is a sequence of elements other than bytes; "
    #expect(problem([String]())?.contains(elements) == true)
    #expect(problem(["a"])?.contains(elements) == true)
    #expect(problem(Set<Int>())?.contains(elements) == true)
    #expect(problem([[UInt8]]())?.contains(elements) == true)
    let properties = "column “tags”: it has properties of its own; "
    #expect(problem([String: Int]())?.contains(properties) == true)
    #expect(problem(Nothing())?.contains(properties) == true)
    #expect(problem([UInt8]()) == nil)
    #expect(problem(Set<UInt8>()) == nil)
    #expect(problem([UInt8]?.none) == nil)
  }

  @Test func errorsNameRowAndColumn() throws {
    let columns = Order.columns
    let schema = TableSchema(table: "orders", columns: columns, keyColumn: 0)
    let coder = try RowCoder(TableRowFormat<Order>.codable, for: schema)
    func message(_ values: TableValue...) -> String? {
      do {
        _ = try coder.decodeChecked(TableRecord(values))
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message(.integer(7), .text("a"), .text("open"), .integer(0), .null) == nil)
    #expect(
      message(.integer(7), .null, .text("open"), .integer(0), .null)
        == "Row 7 of table “orders” cannot be decoded: column “title”: it is null, which is no String."
    )
    #expect(
      message(.integer(7), .text("a"), .text("open"), .real(1.5), .null)
        == "Row 7 of table “orders” cannot be decoded: column “due”: it is 1.5, which is no Int.")
    #expect(message(.integer(7), .text("a"), .text("open"), .real(2), .null) == nil)
  }

  @Test func aColumnThatIsMissingIsNamed() async throws {
    let store = MemoryTableStore()
    store.createTable("orders", columns: Order.columns.dropLast(2), key: "id")
    try store.write(
      [
        .insert([
          TableField("id", .integer(1)), TableField("title", .text("a")),
          TableField("state", .text("open")),
        ])
      ], in: "orders")
    let error = await #expect(throws: TableError.self) {
      try await TableList<Order>("orders", at: store)
    }
    #expect(
      error?.message
        == "Row 1 of table “orders” cannot be decoded: column “due”: there is no such column.")
  }

  @Test func anIdThatIsNotTheKeyIsRefused() async throws {
    struct Wrong: Codable, Identifiable, Sendable {
      var number: Int
      var id: Int { number + 1 }
    }
    let store = MemoryTableStore()
    store.createTable("orders", columns: [TableColumn("number")], key: "number")
    try store.write([.insert([TableField("number", .integer(1))])], in: "orders")
    let error = await #expect(throws: TableError.self) {
      try await TableList<Wrong>("orders", at: store)
    }
    #expect(error?.code == .cannotBeFollowed)
  }

  @Test func closuresReadAndWriteRows() async throws {
    struct Book: Identifiable, Equatable, Sendable {
      var id: Int
      var title: String
    }
    let store = try MemoryTableStore.orders(Order(1), Order(2, "Heidi"))
    let format = TableRowFormat<Book>(columns: "title", "id") { row throws(TableError) in
      Book(id: try row.value(1), title: try row.value(0))
    } values: { book in
      [book.title.tableValue, book.id.tableValue]
    }
    let books = try await TableList("orders", at: store, format: format)
    try await books.update(2) { $0.title = "Emil" }
    #expect(
      Array(books.list.snapshot()) == [Book(id: 1, title: "Momo"), Book(id: 2, title: "Emil")])
    #expect(store.rows(of: "orders")[1].values[2] == .text("open"))
    try store.set("title", .integer(3), of: 1)
    let error = await #expect(throws: TableError.self) { try await books.catchUp() }
    #expect(
      error?.message
        == "Row 1 of table “orders” cannot be decoded: column “title” is 3, which is no String.")
  }

  /// A database may write a number in another way than the row: it is no change by others.
  @Test func aNumberAsTextIsExpectedAsTheDatabaseHasIt() async throws {
    struct Price: Codable, Identifiable, Equatable, Sendable {
      var id: Int
      var price: Double
    }
    let store = MemoryTableStore()
    store.createTable("prices", columns: [TableColumn("id"), TableColumn("price")], key: "id")
    try store.write(
      [.insert([TableField("id", .integer(1)), TableField("price", .text("12.50"))])], in: "prices")
    let prices = try await TableList<Price>("prices", at: store)
    try await prices.update(1) { $0.price += 1 }
    #expect(prices.list.snapshot()[0].price == 13.5)
    try store.write(
      [.update(key: .integer(1), [TableField("price", .text("1.50"))], expecting: [])], in: "prices"
    )
    try await prices.catchUp()
    try await prices.updateNow(1) { $0.price += 1 }.confirmed()
    #expect(prices.list.snapshot()[0].price == 2.5)
  }
}
