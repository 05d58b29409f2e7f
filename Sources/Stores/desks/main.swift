import SceneFloor
import StageFloor

#if SQLite

let arguments = Array(CommandLine.arguments.dropFirst())
let help = """
  Usage: desks               plays the scene: desks, as processes, edit one table
         desks show FILE     draws the table "orders" of a file whenever it changes
         desks new FILE      makes a file with such a table

  While "desks show" runs, change the table in another terminal, with any program:

    sqlite3 FILE "UPDATE orders SET state = 'lent' WHERE id = 1"
  """
do {
  switch (arguments.first, arguments.count) {
  case (nil, _): exit(await DesksScene().play())
  case ("--help", 1): print(help)
  case ("show", 2): try await OrdersDisplay.follow(arguments[1])
  case ("new", 2): try Order.makeTable(at: arguments[1])
  case ("desk", 3): try await DeskProgram(name: arguments[1], path: arguments[2]).run()
  default:
    writeLine("desks: There are no such arguments. Try --help.", to: STDERR_FILENO)
    exit(2)
  }
} catch {
  writeLine("desks: \(error)", to: STDERR_FILENO)
  exit(1)
}
#else
exitForMissingTraits(of: "desks", traits: "SQLite")
#endif
