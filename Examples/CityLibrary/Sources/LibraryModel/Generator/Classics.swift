/// Works in the public domain, which stand at the beginning of the catalogue.
enum Classics {
  struct Work {
    var name: String
    var author: String
    var year: Int
    var genre: Genre
    var pages: Int
    var copies: Int
  }

  static let works: [Work] = table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "|").map(String.init)
    guard parts.count == 6, let year = Int(parts[2]), let genre = Genre(rawValue: parts[3]),
      let pages = Int(parts[4]), let copies = Int(parts[5])
    else { return nil }
    return Work(
      name: parts[0], author: parts[1], year: year, genre: genre, pages: pages, copies: copies)
  }

  private static let table = """
    Hard Times|Charles Dickens|1854|novel|352|2
    The Moonstone|Wilkie Collins|1868|mystery|464|3
    On the Origin of Species|Charles Darwin|1859|science|502|2
    Emma|Jane Austen|1815|novel|474|3
    The Time Machine|H. G. Wells|1895|science|118|1
    Leaves of Grass|Walt Whitman|1855|poetry|145|1
    Treasure Island|R. L. Stevenson|1883|children|292|4
    Middlemarch|George Eliot|1871|novel|880|2
    The Sign of the Four|Arthur Conan Doyle|1890|mystery|283|3
    A Tramp Abroad|Mark Twain|1880|travel|631|1
    The Histories|Herodotus|-430|history|716|2
    Persuasion|Jane Austen|1817|novel|249|3
    紅樓夢|曹雪芹|1791|novel|1200|2
    Sonnets|William Shakespeare|1609|poetry|154|2
    The Secret Garden|F. H. Burnett|1911|children|375|2
    Great Expectations|Charles Dickens|1861|novel|544|4
    Walden|Henry Thoreau|1854|science|352|2
    The Voyage of the Beagle|Charles Darwin|1839|travel|615|1
    Faust|Johann Wolfgang von Goethe|1808|poetry|340|3
    西遊記|吳承恩|1592|novel|1410|2
    Alice’s Adventures in Wonderland|Lewis Carroll|1865|children|192|4
    Les Misérables|Victor Hugo|1862|novel|1462|2
    The Woman in White|Wilkie Collins|1859|mystery|672|2
    Meditations|Marcus Aurelius|180|history|254|2
    Effi Briest|Theodor Fontane|1895|novel|336|2
    The Interpretation of Dreams|Sigmund Freud|1899|science|630|1
    Les Fleurs du mal|Charles Baudelaire|1857|poetry|248|2
    The Wind in the Willows|Kenneth Grahame|1908|children|302|3
    The Innocents Abroad|Mark Twain|1869|travel|685|1
    三國演義|羅貫中|1522|history|1680|2
    Pride and Prejudice|Jane Austen|1813|novel|432|5
    A Study in Scarlet|Arthur Conan Doyle|1887|mystery|188|3
    Der Prozess|Franz Kafka|1925|novel|240|3
    Around the World in Eighty Days|Jules Verne|1873|travel|252|3
    The Jungle Book|Rudyard Kipling|1894|children|277|3
    Wuthering Heights|Emily Brontë|1847|novel|416|3
    The Adventures of Tom Sawyer|Mark Twain|1876|children|274|3
    Micrographia|Robert Hooke|1665|science|246|1
    唐詩三百首|蘅塘退士|1763|poetry|320|2
    The History of Rome|Livy|-25|history|960|1
    Jane Eyre|Charlotte Brontë|1847|novel|532|4
    Crime and Punishment|Fyodor Dostoevsky|1866|mystery|545|3
    The Rime of the Ancient Mariner|S. T. Coleridge|1798|poetry|78|1
    Grimms Märchen|Jacob und Wilhelm Grimm|1812|children|624|3
    Italienische Reise|Johann Wolfgang von Goethe|1816|travel|588|1
    Moby-Dick|Herman Melville|1851|novel|635|2
    The Hound of the Baskervilles|Arthur Conan Doyle|1902|mystery|256|4
    Experimental Researches in Electricity|Michael Faraday|1839|science|574|1
    Buddenbrooks|Thomas Mann|1901|novel|731|2
    水滸傳|施耐庵|1589|novel|1390|2
    The Travels of Marco Polo|Marco Polo|1300|travel|384|2
    Peter Pan|J. M. Barrie|1911|children|267|3
    Lyrical Ballads|William Wordsworth|1798|poetry|210|1
    The Decline and Fall of the Roman Empire|Edward Gibbon|1776|history|1312|1
    Madame Bovary|Gustave Flaubert|1857|novel|370|2
    Dracula|Bram Stoker|1897|mystery|418|4
    聊齋志異|蒲松齡|1740|mystery|780|1
    Dialogue on the Two World Systems|Galileo Galilei|1632|science|458|1
    Anna Karenina|Leo Tolstoy|1878|novel|864|3
    Buch der Lieder|Heinrich Heine|1827|poetry|284|2
    Black Beauty|Anna Sewell|1877|children|255|2
    The Count of Monte Cristo|Alexandre Dumas|1844|novel|1276|2
    Frankenstein|Mary Shelley|1818|mystery|280|4
    Roughing It|Mark Twain|1872|travel|591|1
    儒林外史|吳敬梓|1750|novel|560|1
    The Prince|Niccolò Machiavelli|1532|history|140|3
    Die Leiden des jungen Werthers|Johann Wolfgang von Goethe|1774|novel|144|2
    War and Peace|Leo Tolstoy|1869|novel|1225|3
    The Murders in the Rue Morgue|Edgar Allan Poe|1841|mystery|112|2
    Elements of Geometry|Euclid|-300|science|480|2
    Heidi|Johanna Spyri|1881|children|340|3
    Don Quixote|Miguel de Cervantes|1605|novel|1072|2
    Paradise Lost|John Milton|1667|poetry|453|2
    Der Sandmann|E. T. A. Hoffmann|1816|mystery|96|2
    """
}
