import type { Connection } from '../../database/database.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../../people/permission-facts.ts';

/** A phase, a task or a part of a task, and the live release that contains it. */
export interface PartLocation {
  readonly id: string;
  readonly releaseId: string;
  /** The task of a condition or dependency. */
  readonly taskId: string | null;
  readonly access: AccessAttributes;
}

/** The kinds of parts that have their own id. */
export type LocatableKind = 'Phase' | 'Task' | 'Variable' | 'GateCondition' | 'Dependency';

/**
 * Ids inside JSON are also stored in arrays with a GIN index (`variable_ids`, `part_ids`). Unlike an index on the JSON,
 * this index is not updated when a value or a tick changes.
 */
const partStatement = {
  name: 'locate-part',
  text: `select part as id, t.release_id as "releaseId", t.id as "taskId",
      ${accessAttributesSql('r', taskAccessSql('t'))} as access
    from live_tasks t join live_releases r on r.id = t.release_id, unnest(t.part_ids) as part
    where t.part_ids && $1::text[] and part = any ($1::text[]) limit 100`,
};
const statements = {
  Phase: {
    name: 'locate-phase',
    text: `select p.id, p.release_id as "releaseId", null as "taskId", ${accessAttributesSql('r')} as access
      from live_phases p join live_releases r on r.id = p.release_id where p.id = any ($1::text[])`,
  },
  Task: {
    name: 'locate-task',
    text: `select t.id, t.release_id as "releaseId", t.id as "taskId",
        ${accessAttributesSql('r', taskAccessSql('t'))} as access
      from live_tasks t join live_releases r on r.id = t.release_id where t.id = any ($1::text[])`,
  },
  Variable: {
    name: 'locate-variable',
    text: `select variable as id, r.id as "releaseId", null as "taskId", ${accessAttributesSql('r')} as access
      from live_releases r, unnest(variable_ids) as variable
      where variable_ids && $1::text[] and variable = any ($1::text[]) limit 100`,
  },
  GateCondition: partStatement,
  Dependency: partStatement,
} satisfies Record<LocatableKind, { name: string; text: string }>;

/**
 * Finds the live phase, task, variable, condition or dependency with the first of these ids that exists. Returns null
 * if none exists. An import can create variables, conditions and dependencies whose ids exist in other releases. Then
 * `parents`, the ids before it in the path, identify the part; without them, an ambiguous id matches nothing.
 */
export async function locate(
  connection: Connection,
  kind: LocatableKind,
  candidates: readonly string[],
  parents: readonly string[] = [],
): Promise<PartLocation | null> {
  const rows = await connection.query<PartLocation>(statements[kind], [candidates]);
  for (const candidate of candidates) {
    const matches = rows.filter(({ id }) => id === candidate);
    const matchesInParents = matches.filter(
      (row) => parents.includes(row.releaseId) || parents.includes(row.taskId ?? ''),
    );
    const [match] = matches.length > 1 ? matchesInParents : matches;
    if (match !== undefined) return match;
  }
  return null;
}

/** A release or template, live or archived. */
export interface ReleaseLocation {
  readonly id: string;
  readonly archived: boolean;
  readonly access: AccessAttributes;
}

const selectReleases = {
  name: 'locate-release',
  text: `select r.id, r.archived, ${accessAttributesSql('r')} as access from releases r where r.id = any ($1::text[])`,
};

/** Finds the release or template with the first of these ids that exists. Returns null if none exists. */
export async function locateRelease(
  connection: Connection,
  candidates: readonly string[],
): Promise<ReleaseLocation | null> {
  const rows = await connection.query<ReleaseLocation>(selectReleases, [candidates]);
  for (const candidate of candidates) {
    const matches = rows.find(({ id }) => id === candidate);
    if (matches !== undefined) return matches;
  }
  return null;
}
