#if PostgreSQL
// Claims of runs in queues. Limits hold across all processes, so two claims of a queue must not
// count its runs at the same time. A PostgreSQL statement sees what was committed when it began;
// waiting for a lock does not change what it sees. So each claim that enforces a limit locks the
// row of the queue and compares its version with the one that the statement sees: if they differ,
// another claim has interfered, and this one takes nothing and is repeated. A claim that has taken
// runs increments the version. In a queue without a limit, or with nothing to claim, nothing is
// locked.
//
// Each partition of a queue has the limits for itself. The partitions that have runs are found one
// after another with index searches, so a partition without room is passed over whatever the number
// of its runs; a claim looks for runs only in as many partitions as it may take runs.

extension StoreStatements {
  /// Gives runs to a worker, both without a queue and in queues.
  var claimInQueues: String {
    """
    WITH \(clock),
    \(openQueues),
    \(dueInQueues),
    \(chosenInQueues),
    \(taken),
    counted AS (
      UPDATE \(schema).queues AS q SET version = q.version + 1 FROM locked
      WHERE q.name = locked.name
      AND q.name = ANY (ARRAY(SELECT queue FROM judged WHERE verdict = 2))
    ),
    rooms_left AS MATERIALIZED (\(roomsLeft))
    \(answer(nextDue: "(\(nextDue)), (\(nextDueInQueues))", stale: "EXISTS (SELECT FROM stale)"))
    """
  }

  /// Selects the partitions of queues with their room, those of them from which runs are taken, and
  /// the queues that another claim has changed meanwhile.
  private var openQueues: String {
    let queues = ["$8::text", "$9::bigint", "$10::bigint", "$11::bigint", "$12::bigint"]
      .map { Self.unseen("\($0)[]") }.joined(separator: ", ")
    return """
      rooms AS MATERIALIZED (
        SELECT q.*, clock.now, s.recent, q.starts - cardinality(s.recent) AS new,
          (q.most IS NOT NULL OR q.own IS NOT NULL OR q.starts IS NOT NULL) AS is_limited,
          CASE WHEN q.paused THEN 0 WHEN q.most IS NULL AND q.own IS NULL THEN NULL ELSE (
            SELECT greatest(0, least(
              q.most - count(*), q.own - count(*) FILTER (WHERE r.worker = $3::text)
            ))
            FROM \(schema).runs AS r
            WHERE \(Self.isInPartition) AND r.state = 1 AND r.until > clock.now
          ) END AS room
        FROM (
          SELECT a.name, p.partition, coalesce(s.most, a.most) AS most, a.own, a.starts, a.span,
            s.paused
          FROM unnest(\(queues)) AS a(name, most, own, starts, span)
          CROSS JOIN LATERAL (\(partitions)) AS p
          LEFT JOIN \(schema).queues AS s ON s.name = a.name
        ) AS q
        CROSS JOIN clock CROSS JOIN LATERAL (SELECT ARRAY(
          SELECT r.started FROM \(schema).runs AS r
          WHERE \(Self.isInPartition) AND r.started > clock.now - q.span AND r.started IS NOT NULL
          ORDER BY r.started DESC LIMIT q.starts
        ) OFFSET 0) AS s(recent)
        WHERE \(Self.holds("q.name"))
      ),
      open AS MATERIALIZED (
        SELECT q.* FROM rooms AS q CROSS JOIN LATERAL (
          SELECT p.priority, d.due, d.id FROM \(Self.workflows) AS w CROSS JOIN \(Self.classes)
          CROSS JOIN LATERAL (\(priorities)) AS p CROSS JOIN LATERAL (
            SELECT r.due, r.id FROM \(schema).runs AS r
            WHERE \(Self.isInPlace) AND r.priority = p.priority ORDER BY r.due, r.id LIMIT 1
          ) AS d WHERE d.due <= q.now AND \(Self.mayBegin)
          ORDER BY p.priority DESC, d.due, d.id LIMIT 1
        ) AS first
        WHERE coalesce(q.room, 1) > 0
        ORDER BY first.priority DESC, first.due, first.id LIMIT \(Self.limit)
      ),
      locked AS MATERIALIZED (
        SELECT q.name, q.version FROM \(schema).queues AS q
        WHERE q.name = ANY (ARRAY(SELECT name FROM open WHERE is_limited))
        ORDER BY q.name FOR UPDATE
      ),
      stale AS MATERIALIZED (
        SELECT o.name FROM open AS o WHERE o.is_limited AND NOT EXISTS (
          SELECT FROM locked AS l JOIN \(schema).queues AS s USING (name, version)
          WHERE l.name = o.name
        )
      )
      """
  }

  /// The classes of runs: those that have begun and those that are new.
  private static let classes = "(VALUES (false), (true)) AS c(is_new)"

  /// Whether runs of a class may be claimed.
  private static let mayBegin = "(NOT c.is_new OR coalesce(q.new, 1) > 0)"

  /// Selects the runs that are due: from each partition, workflow, and class, as many as may be
  /// claimed, one priority after another.
  private var dueInQueues: String {
    let limit = "least(\(Self.limit), q.room, CASE WHEN c.is_new THEN q.new END)"
    return """
      due AS MATERIALIZED (
        SELECT d.*, fruitless + 1 > $5::bigint AS hopeless FROM (
          SELECT d.*, NULL::text AS queue, NULL::text AS partition, 0::bigint AS priority,
            false AS is_new
          FROM (\(dueRuns)) AS d WHERE NOT EXISTS (SELECT FROM stale)
          UNION ALL
          SELECT d.*, q.name, q.partition, p.priority, c.is_new FROM open AS q
          CROSS JOIN \(Self.workflows) AS w CROSS JOIN \(Self.classes)
          CROSS JOIN LATERAL (\(priorities)) AS p
          CROSS JOIN LATERAL (
            SELECT r.run, r.id, r.due, r.until, r.state, r.fruitless FROM \(schema).runs AS r
            WHERE \(Self.isInPlace) AND r.priority = p.priority AND r.due <= (SELECT now FROM clock)
            ORDER BY r.due, r.id LIMIT \(limit) FOR UPDATE SKIP LOCKED
          ) AS d
          WHERE \(Self.mayBegin) AND NOT EXISTS (SELECT FROM stale)
        ) AS d
      )
      """
  }

  /// Whether a run is in a partition.
  private static let isInPartition = "r.queue = q.name AND r.partition = q.partition"

  /// Whether a run is in a partition, of a workflow and of a class, and may be due at some time.
  private static let isInPlace = """
    \(isInPartition) AND r.workflow = w.name AND r.version = w.version \
    AND (r.started IS NULL) = c.is_new AND r.due IS NOT NULL
    """

  private var partitions: String {
    let isInQueue = "r.queue = a.name AND r.due IS NOT NULL"
    return values(of: "partition", where: isInQueue, order: "", after: ">")
  }

  private var priorities: String {
    values(of: "priority", where: Self.isInPlace, order: "DESC", after: "<")
  }

  /// Selects the values of a column of runs, each with an index search, so that the number of runs
  /// with the same value does not matter.
  private func values(
    of column: String,
    where condition: String,
    order: String,
    after: String
  ) -> String {
    func next(_ more: String) -> String {
      """
      SELECT r.\(column) FROM \(schema).runs AS r WHERE \(condition) \(more)
      ORDER BY r.\(column) \(order) LIMIT 1
      """
    }
    return """
      WITH RECURSIVE p(\(column)) AS (
        (\(next("")))
        UNION ALL
        SELECT (\(next("AND r.\(column) \(after) p.\(column)")))
        FROM p WHERE p.\(column) IS NOT NULL
      )
      SELECT \(column) FROM p WHERE \(column) IS NOT NULL
      """
  }

  /// Selects the first of the runs that are due, as far as there is room for them.
  private var chosenInQueues: String {
    let before = """
      OVER (
        PARTITION BY d.queue, d.partition ORDER BY d.priority DESC, d.due, d.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      )
      """
    return """
      ranked AS (
        SELECT d.*, count(*) FILTER (WHERE is_new AND NOT hopeless) \(before) AS new_before
        FROM due AS d
      ),
      permitted AS (
        SELECT d.*, q.room, count(*) FILTER (WHERE NOT hopeless) \(before) AS before
        FROM ranked AS d
        LEFT JOIN rooms AS q ON q.name = d.queue AND q.partition = d.partition
        WHERE NOT d.is_new OR q.new IS NULL OR d.new_before < q.new
      ),
      chosen AS MATERIALIZED (
        SELECT * FROM permitted WHERE room IS NULL OR before < room
        ORDER BY priority DESC, due, id LIMIT \(Self.limit)
      )
      """
  }

  /// Selects the room in partitions after this claim, and when the next run may begin if none may
  /// now.
  private var roomsLeft: String {
    """
    SELECT q.name, q.partition, q.now, q.room - j.all AS room, q.new - j.new AS new,
      CASE WHEN j.new >= q.starts THEN q.now
        ELSE q.recent[(q.starts - j.new)::integer] END + q.span AS next_start
    FROM rooms AS q CROSS JOIN LATERAL (
      SELECT count(*) AS all, count(*) FILTER (WHERE is_new) AS new
      FROM judged WHERE queue = q.name AND partition = q.partition AND verdict = 2
    ) AS j
    """
  }

  /// Selects when the next run of the queues is due, or an earlier time if workers have many runs.
  private var nextDueInQueues: String {
    let limit = Self.nextDueLimit
    return """
      SELECT min(CASE WHEN c.is_new AND q.new <= 0 THEN greatest(n.next, q.next_start)
        ELSE n.next END)
      FROM rooms_left AS q CROSS JOIN \(Self.workflows) AS w CROSS JOIN \(Self.classes)
      CROSS JOIN LATERAL (
        SELECT CASE WHEN count(*) = \(limit) THEN least(min(time), max(due)) ELSE min(time) END
        FROM (
          SELECT r.due, CASE r.state WHEN 1 THEN coalesce(r.until, r.due) ELSE r.due END AS time
          FROM \(schema).runs AS r
          WHERE \(Self.isInPlace) AND coalesce(q.room, 1) > 0
          AND NOT EXISTS (SELECT FROM judged WHERE judged.run = r.run)
          ORDER BY r.due LIMIT \(limit)
        ) AS first
        UNION ALL
        -- Without room, the end of a lease makes some; one that has ended takes none.
        SELECT min(r.until) FROM \(schema).runs AS r
        WHERE \(Self.isInPartition) AND r.workflow = w.name AND r.version = w.version
        AND r.state = 1 AND q.room <= 0 AND r.until > q.now AND NOT c.is_new
      ) AS n(next) WHERE n.next IS NOT NULL
      """
  }

  /// Locks queues until the end of a transaction, so that its next statement is not stale.
  var lockQueues: String {
    """
    INSERT INTO \(schema).queues AS q (name, version)
    SELECT DISTINCT name COLLATE "C", 0 FROM unnest($1::text[]) AS a(name) ORDER BY 1
    ON CONFLICT (name) DO UPDATE SET version = q.version + 1
    """
  }
}
#endif
