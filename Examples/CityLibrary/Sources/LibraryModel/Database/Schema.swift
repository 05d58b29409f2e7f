/// The tables of the library.
///
/// Rows that belong together are written by triggers, in the transaction of the row that causes
/// them, whichever program writes it: a list edits one table.
enum Schema {
  static let tables = """
    CREATE TABLE branches (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, street TEXT NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL,
      opens INTEGER NOT NULL, closes INTEGER NOT NULL, closesOnSaturday INTEGER NOT NULL,
      titles INTEGER NOT NULL, copies INTEGER NOT NULL, lent INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE readers (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, card TEXT NOT NULL UNIQUE, pin TEXT NOT NULL
    ) STRICT;
    CREATE TABLE titles (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, author TEXT NOT NULL, year INTEGER NOT NULL,
      genre TEXT NOT NULL, pages INTEGER NOT NULL,
      rating INTEGER NOT NULL, reviews INTEGER NOT NULL,
      copies INTEGER NOT NULL, lent INTEGER NOT NULL, waiting INTEGER NOT NULL, due INTEGER,
      shelves INTEGER NOT NULL, search TEXT NOT NULL
    ) STRICT;
    CREATE TABLE copies (
      id INTEGER PRIMARY KEY, title INTEGER NOT NULL REFERENCES titles,
      branch INTEGER NOT NULL REFERENCES branches
    ) STRICT;
    CREATE INDEX copies_title ON copies (title);
    -- The key is the copy: a copy is lent at most once.
    CREATE TABLE loans (
      id INTEGER PRIMARY KEY REFERENCES copies, title INTEGER NOT NULL REFERENCES titles,
      reader INTEGER NOT NULL REFERENCES readers, due INTEGER NOT NULL,
      renewals INTEGER NOT NULL, fence INTEGER NOT NULL,
      UNIQUE (title, reader)
    ) STRICT;
    CREATE TABLE holds (
      id TEXT PRIMARY KEY, title INTEGER NOT NULL REFERENCES titles,
      reader INTEGER NOT NULL REFERENCES readers, since REAL NOT NULL
    ) STRICT;
    CREATE TABLE favourites (
      id TEXT PRIMARY KEY, title INTEGER NOT NULL REFERENCES titles,
      reader INTEGER NOT NULL REFERENCES readers
    ) STRICT;
    CREATE TABLE reviews (
      id TEXT PRIMARY KEY, title INTEGER NOT NULL REFERENCES titles,
      reader INTEGER NOT NULL REFERENCES readers, name TEXT NOT NULL,
      stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5), text TEXT NOT NULL,
      day INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX reviews_title ON reviews (title);
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY REFERENCES loans ON DELETE CASCADE, day INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY, title INTEGER NOT NULL REFERENCES titles, name TEXT NOT NULL,
      reader TEXT NOT NULL, state TEXT NOT NULL, position TEXT NOT NULL, since REAL NOT NULL
    ) STRICT;
    """

  static let triggers = """
    CREATE TRIGGER loan_begins AFTER INSERT ON loans BEGIN
      DELETE FROM holds WHERE title = new.title AND reader = new.reader;
      UPDATE titles SET lent = lent + 1, due = min(ifnull(due, new.due), new.due),
        shelves = \(shelves(of: "new.title")) WHERE id = new.title;
      UPDATE branches SET lent = lent + 1
        WHERE id = (SELECT branch FROM copies WHERE id = new.id);
    END;
    CREATE TRIGGER loan_ends AFTER DELETE ON loans BEGIN
      UPDATE titles SET lent = lent - 1, due = (SELECT min(due) FROM loans WHERE title = old.title),
        shelves = \(shelves(of: "old.title")) WHERE id = old.title;
      UPDATE branches SET lent = lent - 1
        WHERE id = (SELECT branch FROM copies WHERE id = old.id);
    END;
    CREATE TRIGGER loan_renewed AFTER UPDATE OF due ON loans BEGIN
      UPDATE titles SET due = (SELECT min(due) FROM loans WHERE title = new.title)
        WHERE id = new.title;
      DELETE FROM reminders WHERE id = new.id;
    END;
    -- Another desk may have lent the reader a copy meanwhile.
    CREATE TRIGGER hold_not_needed BEFORE INSERT ON holds
    WHEN EXISTS (SELECT 1 FROM loans WHERE title = new.title AND reader = new.reader) BEGIN
      SELECT RAISE(ABORT, 'the reader has the title');
    END;
    CREATE TRIGGER hold_begins AFTER INSERT ON holds BEGIN
      UPDATE titles SET waiting = waiting + 1 WHERE id = new.title;
    END;
    CREATE TRIGGER hold_ends AFTER DELETE ON holds BEGIN
      UPDATE titles SET waiting = waiting - 1 WHERE id = old.title;
    END;
    CREATE TRIGGER review_added AFTER INSERT ON reviews BEGIN
      UPDATE titles SET (reviews, rating) =
        (SELECT count(*), round(avg(stars) * 10) FROM reviews WHERE title = new.title)
        WHERE id = new.title;
    END;
    CREATE TRIGGER review_changed AFTER UPDATE OF stars ON reviews BEGIN
      UPDATE titles SET rating =
        (SELECT round(avg(stars) * 10) FROM reviews WHERE title = new.title)
        WHERE id = new.title;
    END;
    """

  /// The branches at which a copy of a title is not lent, one bit each.
  private static func shelves(of title: String) -> String {
    """
    (SELECT ifnull(sum(DISTINCT 1 << branch), 0) FROM copies WHERE title = \(title)
      AND NOT EXISTS (SELECT 1 FROM loans WHERE loans.id = copies.id))
    """
  }

  /// One to nine copies of each title, at branches that follow from the numbers.
  static let copies = """
    WITH numbers (n) AS (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9))
    INSERT INTO copies
    SELECT titles.id * 10 + n, titles.id, (titles.id * 31 + n * 17 + titles.pages) % 7 + 1
    FROM titles JOIN numbers ON n <= titles.copies;
    UPDATE titles SET shelves = \(shelves(of: "titles.id"));
    UPDATE branches SET
      copies = (SELECT count(*) FROM copies WHERE branch = branches.id),
      titles = (SELECT count(DISTINCT title) FROM copies WHERE branch = branches.id);
    """
}
