import Testing

@testable import StagecraftTourScenes

/// A picture is a pure function of the state, the time and the size.
struct LiveBoardTests {
  private static func board() -> LiveBoard {
    var board = LiveBoard()
    board.began("Ada", isWaiting: true, at: .zero)
    board.began("Ada", isWaiting: false, at: .zero)
    board.began("Ben", isWaiting: true, at: .zero)
    board.ended("Ada", at: .milliseconds(100))
    board.began("Ben", isWaiting: false, at: .milliseconds(100))
    board.count("in line", 1, of: nil)
    board.count("in line", 0, of: nil)
    return board
  }

  private func picture(
    _ board: LiveBoard, _ width: Int, _ height: Int? = 24, at milliseconds: Int = 200
  ) -> [String] {
    board.picture(width: width, height: height, at: .milliseconds(milliseconds)).map(\.text)
  }

  @Test func barsHaveTheirPlaceInTime() {
    #expect(
      picture(Self.board(), 28) == [
        "Ada     ████████", "Ben     ░░░░░░░░████████", "in line  0",
      ])
  }

  @Test func aNameIsCutToTwoFifthsOfTheWidth() {
    #expect(
      picture(Self.board(), 13) == ["Ada   ███", "Ben   ░░░███", "in l…  0"])
  }

  /// The time at the right edge doubles when it is reached.
  @Test func barsGrowUntilTheTimeDoubles() {
    var board = LiveBoard()
    board.began("Ada", isWaiting: false, at: .zero)
    let lengths = [1, 125, 250, 251, 500, 501].map { picture(board, 104, at: $0)[0].count - 4 }
    #expect(lengths == [1, 50, 100, 50, 100, 50])
  }

  @Test func theLastPictureEndsWithTheLastBar() {
    var board = Self.board()
    board.ended("Ben", at: .milliseconds(200))
    #expect(picture(board, 28, nil, at: 900)[1] == "Ben     ░░░░░░░░░░██████████")
  }

  @Test func whatEndedFirstIsLeftOutWhereThereIsNoRoom() {
    var board = LiveBoard()
    for number in 1...9 {
      board.began("reader \(number)", isWaiting: number > 5, at: .zero)
      if number < 5 { board.ended("reader \(number)", at: .milliseconds(number)) }
    }
    board.count("in line", 4, of: 8)
    let lines = picture(board, 40, 8)
    #expect(
      lines.map { $0.prefix(8) } == [
        "reader 4", "reader 5", "reader 6", "reader 7", "reader 8", "reader 9", "… 3 more",
        "in line ",
      ])
    #expect(picture(board, 40, nil).count == 10)
    #expect(picture(board, 40, 1).count == 1)
  }

  @Test func everyPictureFitsIntoItsSize() {
    var board = Self.board()
    for number in 0..<30 { board.began("task \(number)", isWaiting: number % 2 == 0, at: .zero) }
    board.count("bytes", 1_234_567_890, of: 10)
    board.count("below zero", -3, of: nil)
    for width in -1...100 {
      for height in [-1, 0, 1, 2, 3, 10, 40] {
        let lines = board.picture(width: width, height: height, at: .milliseconds(300))
        #expect(lines.count <= max(1, height))
        #expect(lines.allSatisfy { $0.columns <= max(1, width) }, "\(width) × \(height)")
        #expect(lines.allSatisfy { $0.columns == $0.text.count })
      }
    }
  }

  @Test func coloursChangeNoColumn() {
    for line in Self.board().picture(width: 40, height: 9, at: .milliseconds(150)) {
      #expect(line.colored.replacing(/\u{1B}\[\d+m/, with: "") == line.text)
    }
  }

  @Test func anEmptyBoardHasNoPicture() {
    #expect(LiveBoard().isEmpty && picture(LiveBoard(), 40).isEmpty)
  }
}
