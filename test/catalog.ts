import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';

/**
 * Returns a database's schema as sorted lines of text, one per table, column, constraint, index, sequence, function,
 * trigger, policy and extension, with its privileges. Two schemas are the same if their lines are.
 */
export async function catalogOf(owner: Connection): Promise<string[]> {
  const client = new pg.Client(connectionConfig(owner));
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(
      `select line from (${questions.join(' union all ')}) l order by 1`,
    );
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

// The job queue's schema belongs to its own migrations. Our grants define the rights of the server's role there.
const ours = "('public', 'graphile_worker')";
const questions = [
  `select format('extension %s in %s', extname, extnamespace::regnamespace) as line from pg_extension`,
  `select format('schema %s: rights %s', nspname, array(select unnest(nspacl)::text order by 1)) from pg_namespace
      where nspname in ${ours}`,
  `select format('relation %s.%s: kind %s, persistence %s, row security %s, options %s, rights %s',
      relnamespace::regnamespace, relname, relkind, relpersistence, relrowsecurity, reloptions,
      array(select unnest(relacl)::text order by 1))
   from pg_class where relnamespace::regnamespace::text in ${ours} and relkind <> 'i'`,
  // Columns are numbered without the gaps of dropped ones, which are invisible.
  `select format('column %s %s.%s %s %s: not null %s, identity %s, generated %s, default %s, collation %s, storage %s, rights %s, comment %s',
     lpad((row_number() over (partition by attrelid order by attnum))::text, 3, '0'), attrelid::regclass, attname,
       format_type(atttypid, atttypmod), atthasdef,
     attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage, attacl,
       col_description(attrelid, attnum))
   from pg_attribute join pg_class c on c.oid = attrelid and relkind = 'r'
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attnum > 0 and not attisdropped and relnamespace = 'public'::regnamespace`,
  `select format('constraint %s on %s: %s, validated %s', conname, conrelid::regclass, pg_get_constraintdef(oid),
      convalidated) from pg_constraint where connamespace = 'public'::regnamespace`,
  `select format('index %s, valid %s', pg_get_indexdef(indexrelid), indisvalid) from pg_index
      join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  `select format('sequence %s: %s', seqrelid::regclass,
      (seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)) from pg_sequence
   join pg_class c on c.oid = seqrelid where relnamespace = 'public'::regnamespace`,
  // An extension's functions belong to it.
  `select format('function %s owner %s rights %s', pg_get_functiondef(p.oid), proowner::regrole,
      array(select unnest(proacl)::text order by 1)) from pg_proc p
   where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select format('trigger %s, enabled %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal`,
  `select format('policy %s on %s: %s %s %s', polname, polrelid::regclass, polroles::regrole[],
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy`,
];
