import type { Connection } from '../database/database.ts';

/** The schema objects that other code depends on. Each has a key, so that two catalogs can be compared. */
export interface Catalog {
  /** The columns by `table.column`. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The kinds of tables and views by name. */
  readonly relations: ReadonlyMap<string, string>;
  /** The constraints of a row by `table.name` (checks, keys, unique and exclusive indexes), with their columns. */
  readonly constraints: ReadonlyMap<string, Constraint>;
  /** The return types of functions by name and arguments. */
  readonly functions: ReadonlyMap<string, string>;
}

interface Column {
  readonly type: string;
  /** Whether an insert must set the column. */
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Whether statements can set the column. */
  readonly isWritable: boolean;
}

interface Constraint {
  readonly definition: string;
  readonly columns: readonly string[];
}

const ownObjectsSql = "n.nspname = 'public' and c.relname not in ('migrations', 'migrations_lock', 'schema_steps')";

const queries = {
  relations: `select c.relname as key, c.relkind::text as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and ${ownObjectsSql} and not c.relispartition`,
  columns: `select c.relname || '.' || a.attname as key, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as demanded, not a.attnotnull as nullable,
      a.attgenerated = '' and a.attidentity <> 'a' as writable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and ${ownObjectsSql} and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
  constraints: `select c.relname || '.' || k.conname as key, pg_get_constraintdef(k.oid) as definition,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype in ('c', 'f', 'p', 'u', 'x') and ${ownObjectsSql} and not c.relispartition
    union all
    select c.relname || '.' || x.relname, pg_get_indexdef(i.indexrelid),
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey))
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and ${ownObjectsSql} and not c.relispartition
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,
  functions: `select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as key,
      coalesce(pg_get_function_result(p.oid), '') as value
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
} as const;

interface NamedRow {
  readonly key: string;
  readonly value: string;
}
interface ColumnRow {
  readonly key: string;
  readonly type: string;
  readonly demanded: boolean;
  readonly nullable: boolean;
  readonly writable: boolean;
}
interface ConstraintRow extends Constraint {
  readonly key: string;
}

/** Reads the catalog of a database. */
export async function readCatalog(database: Connection): Promise<Catalog> {
  const relations = await database.query<NamedRow>({ text: queries.relations });
  const columns = await database.query<ColumnRow>({ text: queries.columns });
  const constraints = await database.query<ConstraintRow>({ text: queries.constraints });
  const functions = await database.query<NamedRow>({ text: queries.functions });
  return {
    relations: new Map(relations.map(({ key, value }) => [key, value])),
    columns: new Map(
      columns.map(({ key, type, demanded, nullable, writable }) => [
        key,
        { type, isRequired: demanded, isNullable: nullable, isWritable: writable },
      ]),
    ),
    constraints: new Map(constraints.map(({ key, ...constraint }) => [key, constraint])),
    functions: new Map(functions.map(({ key, value }) => [key, value])),
  };
}

const tableOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Returns the lines of the earlier catalog that are missing or more restrictive in the later one. */
export function findContractions(before: Catalog, after: Catalog): readonly string[] {
  const lines: string[] = [];
  for (const [name] of before.relations) if (!after.relations.has(name)) lines.push(`table ${name} is dropped`);
  const tableExists = (key: string): boolean => after.relations.has(tableOf(key));
  for (const [key, column] of before.columns)
    if (tableExists(key)) lines.push(...compareColumn(key, column, after.columns.get(key)));
  for (const [key, column] of after.columns) {
    if (column.isRequired && before.relations.has(tableOf(key)) && !before.columns.has(key))
      lines.push(`column ${key} is new, and a row without it is refused`);
  }
  lines.push(...compareConstraints(before, after));
  for (const [key, result] of before.functions)
    if (after.functions.get(key) !== result) lines.push(`function ${key} is gone or returns something else`);
  return lines;
}

function compareColumn(key: string, before: Column, after: Column | undefined): readonly string[] {
  if (after === undefined) return [`column ${key} is dropped`];
  return [
    ...(after.type === before.type ? [] : [`column ${key} was ${before.type} and is ${after.type}`]),
    ...(before.isNullable && !after.isNullable ? [`column ${key} takes no null any more`] : []),
    ...(!before.isRequired && after.isRequired && !before.isNullable ? [`column ${key} has no default any more`] : []),
    ...(before.isWritable && !after.isWritable ? [`column ${key} cannot be written any more`] : []),
  ];
}

/** A constraint affects only writers of its columns, unless it has no columns. */
function compareConstraints(before: Catalog, after: Catalog): readonly string[] {
  const lines: string[] = [];
  for (const [key, { definition, columns }] of after.constraints) {
    if (before.constraints.get(key)?.definition === definition || !before.relations.has(tableOf(key))) continue;
    const affectsOldWriters =
      columns.length === 0 || columns.some((column) => before.columns.has(`${tableOf(key)}.${column}`));
    if (affectsOldWriters) lines.push(`constraint ${key} is new: ${definition}`);
  }
  return lines;
}
