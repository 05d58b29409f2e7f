import Testing

@testable import WindowDriver

extension WindowTests {
  @MainActor
  @Suite("Reader")
  struct ReaderTests {
    @Test func afterTheLoginForALoanAFavouriteDoesNotAskAgain() async throws {
      try await CityLibrary.open { library in
        try await library.openTitle(1, "Hard Times")
        try await library.press("Favourite")
        try await library.window("Sign In")
        try await library.sees("♡ Hard Times")
        try library.keys("Escape")
        try await library.window("City Library")
        try await library.sees("Favourite", pressed: false)
        try await library.sees("2 of 2 in stock")

        try await library.press("Borrow")
        try await library.signIn()
        try await library.answerNotices()
        try await library.sees("1 of 2 in stock")
        try await library.find("Return", [.button])
        try await library.press("Favourite")
        try await library.sees("Favourite", pressed: true)
        #expect(!library.look().windows.contains { $0.name == "Sign In" })
      }
    }

    @Test(.onlyWithAll) func aLoanIsListedReturnedAndBroughtBack() async throws {
      try await CityLibrary.open { library in
        try await library.signInForLoans()
        try await library.openTitle(1, "Hard Times")
        try await library.press("Borrow")
        try await library.sees("“Hard Times” is yours")
        try await library.sees("1 of 2 in stock")
        try await library.press("Return")
        try await library.sees("“Hard Times” returned")
        try await library.sees("2 of 2 in stock")
        try await library.press("Undo")
        try await library.sees("1 of 2 in stock")
        try await library.press("Back")
        try await library.tab("Loans")
        try await library.until("the loan in the list") { tree in
          tree.shown.contains { $0.role == .listItem && $0.name.hasPrefix("Hard Times") }
            ? true : nil
        }
      }
    }

    @Test(.onlyWithAll) func aLoanIsRenewed() async throws {
      try await CityLibrary.open { library in
        try await library.signInForLoans()
        try await library.press("Renew")
        try await library.sees("Renewed: due in")
      }
    }

    @Test(.onlyWithAll) func aReaderWaitsInLineAndLeavesIt() async throws {
      try await CityLibrary.open { library in
        try await library.signInForLoans()
        try await library.openTitle(2, "The Moonstone")
        try await library.sees("2 in line")
        try await library.press("Place in Line")
        try await library.sees("You are number 3 in line.")
        try await library.sees("3 in line")
        try await library.press("Back")
        try await library.tab("Loans")
        try await library.sees("Number 3 in line")
        try await library.press("Leave the Line")
        try await library.seesNo("Number 3 in line")
      }
    }

    @Test func noticesAppearOneAtATime() async throws {
      try await CityLibrary.open { library in
        try await library.tab("Loans")
        try await library.press("Sign In")
        try await library.signIn()
        try await library.sees("“Emma” is late")
        #expect(!library.look().shown.contains { $0.name.contains("“Treasure Island” is due") })
        try await library.press("I Will Return It")
        try await library.sees("“Treasure Island” is due tomorrow")
        #expect(!library.look().shown.contains { $0.name.contains("“Emma” is late") })
        try await library.press("Renew")
        try await library.seesNo("“Treasure Island” is due tomorrow")
        try await library.window("City Library")
      }
    }
  }
}
