#if PostgreSQL
/// The tables of each version of the schema, as the statements that create them.
///
/// Each version has four runs of one workflow, `OlderSchemaTests.workflow`: one has ended, one has
/// failed and was compensated, one was cancelled while it waited, and one waits.
enum OlderSchemas {
  static let first = #"""
    CREATE SCHEMA tenon;
    CREATE TABLE tenon.changes (
      run bigint NOT NULL,
      position bigint NOT NULL,
      epoch bigint NOT NULL,
      time bigint NOT NULL,
      kind smallint NOT NULL,
      path text COLLATE "C",
      type text,
      flag boolean,
      number bigint,
      other bigint,
      value bytea
    );
    CREATE TABLE tenon.inputs (
      run bigint NOT NULL,
      value bytea NOT NULL
    );
    CREATE TABLE tenon.outcomes (
      run bigint NOT NULL,
      type text,
      message text,
      value bytea
    );
    CREATE TABLE tenon.runs (
      run bigint NOT NULL,
      id text NOT NULL COLLATE "C",
      workflow text NOT NULL COLLATE "C",
      submitted bigint NOT NULL,
      deadline bigint,
      state smallint DEFAULT 0 NOT NULL,
      due bigint,
      until bigint,
      ended bigint,
      worker text COLLATE "C",
      epoch bigint DEFAULT 0 NOT NULL,
      lease bigint DEFAULT 0 NOT NULL,
      fruitless bigint DEFAULT 0 NOT NULL,
      cancelled boolean DEFAULT false NOT NULL,
      token bigint,
      position bigint DEFAULT 0 NOT NULL,
      undoing boolean DEFAULT false NOT NULL,
      awaited text[] DEFAULT '{}'::text[] NOT NULL,
      signalled text[] DEFAULT '{}'::text[] NOT NULL
    )
    WITH (
      fillfactor='70',
      autovacuum_vacuum_scale_factor='0.02',
      autovacuum_analyze_scale_factor='0.02'
    );
    ALTER TABLE tenon.runs ALTER COLUMN run ADD GENERATED ALWAYS AS IDENTITY (
      SEQUENCE NAME tenon.runs_run_seq
      START WITH 1
      INCREMENT BY 1
      NO MINVALUE
      NO MAXVALUE
      CACHE 1
    );
    CREATE TABLE tenon.signals (
      run bigint NOT NULL,
      name text NOT NULL COLLATE "C",
      arrival bigint NOT NULL,
      value bytea NOT NULL
    );
    CREATE TABLE tenon.store (
      id smallint NOT NULL,
      version integer NOT NULL,
      seen bigint NOT NULL,
      shift bigint NOT NULL,
      CONSTRAINT store_id_check CHECK ((id = 1))
    )
    WITH (fillfactor='10');
    INSERT INTO tenon.changes VALUES
      (1, 1, 1, 1795567870292, 2, '/kept/double', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (1, 2, 1, 1795567870295, 1, '/kept/double', 'Int', true, 0, NULL, '\x3130');
    INSERT INTO tenon.changes VALUES
      (1, 3, 1, 1795567870295, 4, '/kept/go/%signal', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (1, 4, 2, 1795567870298, 1, '/kept/add', 'Int', false, 0, NULL, '\x3132');
    INSERT INTO tenon.changes VALUES
      (2, 1, 1, 1795567870302, 2, '/kept/double', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (2, 2, 1, 1795567870303, 1, '/kept/double', 'Int', true, 0, NULL, '\x3132');
    INSERT INTO tenon.changes VALUES
      (2, 3, 1, 1795567870303, 4, '/kept/go/%signal', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (2, 4, 2, 1795567870308, 7, NULL, 'Broken', true, NULL, NULL, '\x42726f6b656e2829');
    INSERT INTO tenon.changes VALUES
      (2, 5, 2, 1795567870309, 8, '/kept/double', NULL, true, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (3, 1, 1, 1795567870312, 2, '/kept/double', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (3, 2, 1, 1795567870312, 1, '/kept/double', 'Int', true, 0, NULL, '\x3134');
    INSERT INTO tenon.changes VALUES
      (3, 3, 1, 1795567870312, 4, '/kept/go/%signal', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (4, 1, 1, 1795567870315, 2, '/kept/double', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (4, 2, 1, 1795567870316, 1, '/kept/double', 'Int', true, 0, NULL, '\x3230');
    INSERT INTO tenon.changes VALUES
      (4, 3, 1, 1795567870316, 4, '/kept/go/%signal', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (3, 4, 2, 1795567870319, 7, NULL, NULL, false, NULL, NULL, NULL);
    INSERT INTO tenon.changes VALUES
      (3, 5, 2, 1795567870320, 8, '/kept/double', NULL, true, NULL, NULL, NULL);
    INSERT INTO tenon.inputs VALUES
      (1, '\x35');
    INSERT INTO tenon.inputs VALUES
      (2, '\x36');
    INSERT INTO tenon.inputs VALUES
      (3, '\x37');
    INSERT INTO tenon.inputs VALUES
      (4, '\x3130');
    INSERT INTO tenon.outcomes VALUES
      (1, NULL, NULL, '\x3132');
    INSERT INTO tenon.outcomes VALUES
      (2, 'Broken', 'Broken()', NULL);
    INSERT INTO tenon.runs OVERRIDING SYSTEM VALUE VALUES (
      1, 'ended', 'kept', 1795567870266, NULL, 2, NULL, NULL, 1795567870298,
      '7EA21E1E-4C17-4D16-8128-79135775E013', 2, 30000, 0, false, 8624883786939861889, 4,
      false, '{}', '{go}'
    );
    INSERT INTO tenon.runs OVERRIDING SYSTEM VALUE VALUES (
      2, 'failed', 'kept', 1795567870300, NULL, 3, NULL, NULL, 1795567870309,
      '7EA21E1E-4C17-4D16-8128-79135775E013', 2, 30000, 0, false, 3823424721261343837, 5, true,
      '{}', '{go}'
    );
    INSERT INTO tenon.runs OVERRIDING SYSTEM VALUE VALUES (
      4, 'waiting', 'kept', 1795567870313, NULL, 0, NULL, NULL, NULL,
      '7EA21E1E-4C17-4D16-8128-79135775E013', 1, 30000, 0, false, 2413267080672794346, 3,
      false, '{go}', '{}'
    );
    INSERT INTO tenon.runs OVERRIDING SYSTEM VALUE VALUES (
      3, 'cancelled', 'kept', 1795567870310, NULL, 4, NULL, NULL, 1795567870320,
      '7EA21E1E-4C17-4D16-8128-79135775E013', 2, 30000, 0, true, 8787950533917348769, 5, true,
      '{}', '{}'
    );
    INSERT INTO tenon.signals VALUES
      (1, 'go', 1795567870287, '\x32');
    INSERT INTO tenon.signals VALUES
      (2, 'go', 1795567870305, '\x2d31');
    INSERT INTO tenon.store VALUES
      (1, 1, 1795567870282, 0);
    SELECT pg_catalog.setval('tenon.runs_run_seq', 4, true);
    ALTER TABLE tenon.changes ADD CONSTRAINT changes_pkey PRIMARY KEY (run, position);
    ALTER TABLE tenon.inputs ADD CONSTRAINT inputs_pkey PRIMARY KEY (run);
    ALTER TABLE tenon.outcomes ADD CONSTRAINT outcomes_pkey PRIMARY KEY (run);
    ALTER TABLE tenon.runs ADD CONSTRAINT runs_id_key UNIQUE (id);
    ALTER TABLE tenon.runs ADD CONSTRAINT runs_pkey PRIMARY KEY (run);
    ALTER TABLE tenon.signals ADD CONSTRAINT signals_pkey PRIMARY KEY (run, name);
    ALTER TABLE tenon.store ADD CONSTRAINT store_pkey PRIMARY KEY (id);
    CREATE INDEX runs_due ON tenon.runs USING btree (workflow, due, id)
      WHERE (due IS NOT NULL);
    CREATE INDEX runs_ended ON tenon.runs USING btree (ended, id)
      WHERE (ended IS NOT NULL);
    CREATE INDEX runs_submitted ON tenon.runs USING btree (submitted, id);
    CREATE INDEX runs_worker ON tenon.runs USING btree (worker, run)
      WHERE (state = 1);
    """#
}
#endif
