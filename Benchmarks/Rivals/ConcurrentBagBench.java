import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * HikariCP's ConcurrentBag under the loads of `bench pools`.
 *
 * Reads lines "threads objects holdNanoseconds operationsPerThread" and answers each with the
 * nanoseconds from the first start to the last end. Each load is warmed up before its first answer.
 */
public final class ConcurrentBagBench {
  static final class Book implements IConcurrentBagEntry {
    private final AtomicInteger state = new AtomicInteger();
    // Keeps the counters of two books off each other's cache lines.
    long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13;
    long value;
    long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13;

    @Override public boolean compareAndSet(int expected, int next) {
      return state.compareAndSet(expected, next);
    }
    @Override public void setState(int next) { state.set(next); }
    @Override public int getState() { return state.get(); }
  }

  private static final Map<String, ConcurrentBag<Book>> bags = new HashMap<>();
  private static long turnsPerMillisecond;

  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    if (!"hello".equals(input.readLine())) return;
    calibrate();
    // A first run that loads all classes: after the answer, their files may be deleted.
    run(makeBag(2), 2, 0, 1);
    System.out.println("ready");
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.trim().split(" ");
      int threads = Integer.parseInt(words[0]);
      int objects = Integer.parseInt(words[1]);
      long turns = turnsPerMillisecond * Long.parseLong(words[2]) / 1_000_000;
      int operations = Integer.parseInt(words[3]);
      String load = threads + "/" + objects + "/" + turns;
      ConcurrentBag<Book> bag = bags.get(load);
      if (bag == null) {
        bag = makeBag(objects);
        bags.put(load, bag);
        warmUp(bag, threads, turns);
      }
      System.out.println(run(bag, threads, turns, operations));
    }
  }

  private static ConcurrentBag<Book> makeBag(int objects) {
    ConcurrentBag<Book> bag = new ConcurrentBag<>(waiting -> { });
    for (int i = 0; i < objects; i++) bag.add(new Book());
    return bag;
  }

  private static void warmUp(ConcurrentBag<Book> bag, int threads, long turns) throws Exception {
    long end = System.nanoTime() + 400_000_000L;
    while (System.nanoTime() < end) run(bag, threads, turns, turns > 0 ? 2_000 : 50_000);
  }

  private static long run(ConcurrentBag<Book> bag, int threads, long turns, int operations)
      throws Exception {
    if (threads == 1) {
      long start = System.nanoTime();
      borrow(bag, turns, operations);
      return System.nanoTime() - start;
    }
    CyclicBarrier barrier = new CyclicBarrier(threads);
    AtomicLong firstStart = new AtomicLong(Long.MAX_VALUE);
    AtomicLong lastEnd = new AtomicLong(Long.MIN_VALUE);
    Thread[] team = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      team[i] = new Thread(() -> {
        try {
          barrier.await();
          firstStart.accumulateAndGet(System.nanoTime(), Math::min);
          borrow(bag, turns, operations);
          lastEnd.accumulateAndGet(System.nanoTime(), Math::max);
        } catch (Exception error) {
          throw new RuntimeException(error);
        }
      });
      team[i].start();
    }
    for (Thread thread : team) thread.join();
    return lastEnd.get() - firstStart.get();
  }

  private static void borrow(ConcurrentBag<Book> bag, long turns, int operations)
      throws InterruptedException {
    for (int i = 0; i < operations; i++) {
      Book book = bag.borrow(30, TimeUnit.SECONDS);
      if (book == null) throw new IllegalStateException("nothing came back within 30 seconds");
      book.value = turns == 0 ? book.value + 1 : spin(turns, book.value);
      bag.requite(book);
    }
  }

  /** Work of a known length that never reads a clock. */
  private static long spin(long turns, long value) {
    for (long i = 0; i < turns; i++) value = value * 6364136223846793005L + 1442695040888963407L;
    return value;
  }

  /** Measures how many turns fill a millisecond, by the fastest of many tries. */
  private static void calibrate() {
    long fastest = Long.MAX_VALUE;
    long value = 1;
    for (int i = 0; i < 2_000; i++) {
      long start = System.nanoTime();
      value = spin(20_000, value);
      if (i > 500) fastest = Math.min(fastest, System.nanoTime() - start);
    }
    if (value == 0) System.err.println();
    turnsPerMillisecond = 20_000L * 1_000_000L / fastest;
  }
}
