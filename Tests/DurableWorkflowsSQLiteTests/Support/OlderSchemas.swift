#if SQLite
/// The file of each version of the schema, as the SQL that creates it.
///
/// Each version has four runs of one workflow, `OlderSchemaTests.workflow`: one has ended, one has
/// failed and was compensated, one was cancelled while it waited, and one waits.
enum OlderSchemas {
  static let first = """
    CREATE TABLE tenon_attempts (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      failed INTEGER NOT NULL,
      due INTEGER NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_ends (
      run INTEGER PRIMARY KEY, type TEXT, message TEXT, value BLOB
    ) STRICT;
    INSERT INTO tenon_ends VALUES (1,NULL,NULL,X'3132');
    INSERT INTO tenon_ends VALUES (2,'Broken','Broken()',NULL);
    CREATE TABLE tenon_inputs (run INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT;
    INSERT INTO tenon_inputs VALUES (1,X'35');
    INSERT INTO tenon_inputs VALUES (2,X'36');
    INSERT INTO tenon_inputs VALUES (3,X'37');
    INSERT INTO tenon_inputs VALUES (4,X'3130');
    CREATE TABLE tenon_limits (
      run INTEGER NOT NULL, path TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_marks (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      doubt INTEGER NOT NULL,
      earlier INTEGER NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tenon_records (
      run INTEGER NOT NULL,
      path TEXT NOT NULL,
      compensated INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      time INTEGER NOT NULL,
      took INTEGER NOT NULL,
      type TEXT NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tenon_records VALUES (1,'/kept/add',0,3,1795559141165,0,'Int',X'3132');
    INSERT INTO tenon_records VALUES (1,'/kept/double',1,2,1795559141149,0,'Int',X'3130');
    INSERT INTO tenon_records VALUES (2,'/kept/double',1,2,1795559141187,0,'Int',X'3132');
    INSERT INTO tenon_records VALUES (3,'/kept/double',1,2,1795559141220,0,'Int',X'3134');
    INSERT INTO tenon_records VALUES (4,'/kept/double',1,2,1795559141543,0,'Int',X'3230');
    CREATE TABLE tenon_runs (
      run INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      workflow TEXT NOT NULL,
      submitted INTEGER NOT NULL,
      deadline INTEGER,
      state INTEGER NOT NULL,
      due INTEGER,
      until INTEGER,
      ended INTEGER,
      worker TEXT,
      epoch INTEGER NOT NULL,
      lease INTEGER NOT NULL,
      fruitless INTEGER NOT NULL,
      cancelled INTEGER NOT NULL,
      token INTEGER,
      sequence INTEGER NOT NULL,
      marked INTEGER NOT NULL,
      undoing INTEGER NOT NULL,
      awaited TEXT
    ) STRICT;
    INSERT INTO tenon_runs VALUES
      (1, 'ended', 'kept', 1795559141145, NULL, 2, NULL, NULL, 1795559141165, 'a worker',
      2, 30000, 0, 0, 6468173360730019350, 3, 1, 0, NULL);
    INSERT INTO tenon_runs VALUES
      (2, 'failed', 'kept', 1795559141167, NULL, 3, NULL, NULL, 1795559141206, 'a worker',
      2, 30000, 0, 0, 8223801139187919408, 2, 1, 1, NULL);
    INSERT INTO tenon_runs VALUES
      (3, 'cancelled', 'kept', 1795559141213, NULL, 4, NULL, NULL, 1795559141508,
      'a worker', 2, 30000, 0, 1, 2479567401624718406, 2, 1, 1, NULL);
    INSERT INTO tenon_runs VALUES
      (4, 'waiting', 'kept', 1795559141516, NULL, 0, NULL, NULL, NULL, 'a worker', 1,
      30000, 0, 0, 6184488264364766867, 2, 1, 0, '["go"]');
    CREATE TABLE tenon_signals (
      run INTEGER NOT NULL,
      name TEXT NOT NULL,
      arrival INTEGER NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (run, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tenon_signals VALUES (1,'go',1795559141147,X'32');
    INSERT INTO tenon_signals VALUES (2,'go',1795559141167,X'2D32');
    CREATE TABLE tenon_store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      time INTEGER NOT NULL
    ) STRICT;
    INSERT INTO tenon_store VALUES (1,1,1795559141543);
    CREATE TABLE tenon_undoing (run INTEGER PRIMARY KEY, type TEXT, message TEXT) STRICT;
    INSERT INTO tenon_undoing VALUES (2,'Broken','Broken()');
    INSERT INTO tenon_undoing VALUES (3,NULL,NULL);
    CREATE TABLE tenon_undone (
      run INTEGER NOT NULL, path TEXT NOT NULL, succeeded INTEGER NOT NULL, PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tenon_undone VALUES (2,'/kept/double',1);
    INSERT INTO tenon_undone VALUES (3,'/kept/double',1);
    CREATE TABLE tenon_waits (
      run INTEGER NOT NULL, path TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tenon_waits VALUES (1,'/kept/go/%signal',9223372036854775807);
    INSERT INTO tenon_waits VALUES (2,'/kept/go/%signal',9223372036854775807);
    INSERT INTO tenon_waits VALUES (3,'/kept/go/%signal',9223372036854775807);
    INSERT INTO tenon_waits VALUES (4,'/kept/go/%signal',9223372036854775807);
    CREATE INDEX tenon_runs_due ON tenon_runs (workflow, due, id) WHERE due IS NOT NULL;
    CREATE INDEX tenon_runs_worker ON tenon_runs (worker, id) WHERE state = 1;
    CREATE INDEX tenon_runs_ended ON tenon_runs (ended, id) WHERE ended IS NOT NULL;
    CREATE INDEX tenon_runs_submitted ON tenon_runs (submitted, id);
    """
}
#endif
