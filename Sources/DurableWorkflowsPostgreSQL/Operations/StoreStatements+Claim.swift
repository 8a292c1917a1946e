#if PostgreSQL
extension StoreStatements {
  /// Selects the runs without a queue that may be claimed, earliest first, skipping those that
  /// another process has locked.
  ///
  /// The runs of each workflow are searched separately: for several workflows at once, all runs
  /// that are due would have to be sorted.
  var dueRuns: String {
    """
    SELECT d.* FROM \(Self.workflows) AS w CROSS JOIN LATERAL (
      SELECT r.run, r.id, r.due, r.until, r.state, r.fruitless FROM \(schema).runs AS r
      WHERE r.workflow = w.name AND r.version = w.version AND r.due <= (SELECT now FROM clock)
      AND r.due IS NOT NULL AND r.queue IS NULL
      ORDER BY r.due, r.id LIMIT \(Self.limit) FOR UPDATE SKIP LOCKED
    ) AS d ORDER BY d.due, d.id LIMIT \(Self.limit)
    """
  }

  /// Gives runs without a queue to a worker.
  var claim: String {
    """
    WITH \(clock),
    due AS MATERIALIZED (
      SELECT d.*, NULL::text AS queue, NULL::text AS partition, 0::bigint AS priority,
        false AS is_new, fruitless + 1 > $5::bigint AS hopeless
      FROM (\(dueRuns)) AS d
    ),
    chosen AS (SELECT * FROM due),
    \(taken)
    \(answer(nextDue: "(\(nextDue))", stale: "false"))
    """
  }

  // The verdicts: 0, the lease was extended, so the run is due later and is examined again then; 1,
  // the run is set aside; 2, the run is claimed.
  /// Takes the chosen runs among those that are due.
  var taken: String {
    """
    judged AS MATERIALIZED (
      SELECT run, due AS was, priority, queue, partition, is_new, 0::bigint AS verdict
      FROM due WHERE state = 1 AND until > due
      UNION ALL
      SELECT run, due, priority, queue, partition, is_new, CASE WHEN hopeless THEN 1 ELSE 2 END
      FROM chosen
      -- None is claimed out of turn.
      WHERE NOT EXISTS (SELECT FROM due AS d WHERE d.state = 1 AND d.until > d.due)
    ),
    found AS (
      UPDATE \(schema).runs AS r SET
        due = CASE verdict WHEN 0 THEN r.until WHEN 2 THEN now + $4::bigint END,
        until = CASE verdict WHEN 0 THEN r.until WHEN 2 THEN now + $4::bigint END,
        state = CASE verdict WHEN 0 THEN r.state WHEN 1 THEN 5 ELSE 1 END,
        fruitless = CASE verdict WHEN 0 THEN r.fruitless ELSE r.fruitless + 1 END,
        epoch = CASE verdict WHEN 2 THEN r.epoch + 1 ELSE r.epoch END,
        lease = CASE verdict WHEN 2 THEN $4::bigint ELSE r.lease END,
        worker = CASE verdict WHEN 2 THEN $3::text ELSE r.worker END,
        awaited = CASE verdict WHEN 2 THEN '{}' ELSE r.awaited END,
        token = CASE verdict WHEN 2 THEN NULL ELSE r.token END,
        key = CASE verdict WHEN 1 THEN NULL ELSE r.key END,
        started = CASE WHEN verdict = 2 AND r.queue IS NOT NULL THEN coalesce(r.started, now)
          ELSE r.started END
      FROM judged, clock WHERE r.run = judged.run
      RETURNING r.run, r.id, r.due, judged.was, judged.priority, judged.verdict
    ),
    aside AS (
      INSERT INTO \(schema).outcomes (run, message)
      SELECT run, $6::text FROM found WHERE verdict = 1
      ON CONFLICT (run) DO UPDATE SET type = NULL, message = excluded.message, value = NULL
    )
    """
  }

  /// Returns the rows of an answer: rows of runs, rows of schedules, and one row of times.
  ///
  /// The time at which the next run is due is computed from the state before the claim, without the
  /// runs of this claim, which are due when their leases end.
  func answer(nextDue: String, stale: String) -> String {
    """
    SELECT 0 AS kind, run AS n1, was AS n2, priority AS n3, verdict AS n4, id AS t1,
      NULL::text AS t2, NULL::bytea AS b1, NULL::bytea AS b2, false AS flag,
      NULL::bytea AS b3
    FROM found
    UNION ALL SELECT 1, clock.now, clock.now - clock.seen,
      least(\(nextDue), (SELECT min(due) FROM found)), (\(nextSchedule)),
      NULL, NULL, NULL, NULL, \(stale), NULL
    FROM clock
    UNION ALL SELECT 2, next, revision, version, NULL, name, workflow, input, rule, paused,
      place
    FROM (\(dueSchedules)) AS s
    """
  }

  /// Selects the runs that a worker has claimed, except those that another worker has claimed
  /// since.
  var claimed: String {
    """
    WITH found AS MATERIALIZED (
      SELECT r.* FROM \(schema).runs AS r
      WHERE r.run = ANY (\(Self.unseen("$1::bigint[]"))::bigint[]) AND r.worker = $2::text AND r.state = 1
    )
    \(whole)
    """
  }

  static let nextDueLimit = 32

  /// Selects when the next run that this claim did not take is due, or an earlier time if workers
  /// have many runs.
  var nextDue: String {
    let limit = Self.nextDueLimit
    return """
      SELECT min(CASE WHEN n.count = \(limit) THEN least(n.next, n.last) ELSE n.next END)
      FROM \(Self.workflows) AS w CROSS JOIN LATERAL (
        SELECT min(CASE state WHEN 1 THEN coalesce(until, due) ELSE due END) AS next,
          max(due) AS last, count(*) AS count
        FROM (
          SELECT r.due, r.until, r.state FROM \(schema).runs AS r
          WHERE r.workflow = w.name AND r.version = w.version
          AND r.due IS NOT NULL AND r.queue IS NULL
          AND NOT EXISTS (SELECT FROM judged WHERE judged.run = r.run)
          ORDER BY r.due LIMIT \(limit)
        ) AS first
      ) AS n
      """
  }

  /// Extends the leases of a worker's runs, except those whose rows are locked.
  ///
  /// It returns the locked ones as well. Because it waits for no row, it does not deadlock with a
  /// batch of writes.
  var renew: String {
    """
    WITH \(clock),
    own AS MATERIALIZED (
      SELECT r.run FROM \(schema).runs AS r WHERE r.worker = $1::text AND r.state = 1
      FOR NO KEY UPDATE SKIP LOCKED
    ),
    renewed AS (
      UPDATE \(schema).runs AS r SET until = clock.now + r.lease
      FROM clock, own WHERE r.run = own.run AND r.worker = $1::text AND r.state = 1
      RETURNING r.run, r.id, r.epoch, clock.now, r.cancelled, r.paused
    )
    SELECT id, epoch, now, cancelled, name, arrival, value, NULL::bigint AS locked, paused
    FROM renewed LEFT JOIN \(schema).signals USING (run)
    UNION ALL
    SELECT r.id, r.epoch, NULL, r.cancelled, NULL, NULL, NULL, r.run, r.paused
    FROM \(schema).runs AS r WHERE r.worker = $1::text AND r.state = 1
    AND NOT EXISTS (SELECT FROM own WHERE own.run = r.run)
    ORDER BY id
    """
  }

  /// Extends the lease of one run of a worker.
  var renewOne: String {
    """
    WITH \(clock),
    renewed AS (
      UPDATE \(schema).runs AS r SET until = clock.now + r.lease
      FROM clock WHERE r.run = $2::bigint AND r.worker = $1::text AND r.state = 1
      RETURNING r.run, r.id, r.epoch, clock.now, r.cancelled, r.paused
    )
    SELECT id, epoch, now, cancelled, name, arrival, value, NULL::bigint AS locked, paused
    FROM renewed LEFT JOIN \(schema).signals USING (run) ORDER BY id
    """
  }

  var release: String {
    """
    WITH \(clock)
    UPDATE \(schema).runs AS r
    SET state = 0, due = CASE WHEN NOT r.paused THEN clock.now END, until = NULL, fruitless = greatest(0, r.fruitless - 1)
    FROM clock WHERE r.id = $1::text AND r.epoch = $2::bigint AND r.state = 1
    """
  }
}
#endif
