import type { Connection } from '../../database/database.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../../people/permission-facts.ts';

/** A phase or task, or a part of one, and the live release that it belongs to. */
export interface PartLocation {
  readonly id: string;
  readonly releaseId: string;
  /** the task of a condition or dependency */
  readonly taskId: string | null;
  readonly access: AccessAttributes;
}

/** The kinds of parts that are found by their own id. */
export type LocatableKind = 'Phase' | 'Task' | 'Variable' | 'GateCondition' | 'Dependency';

/**
 * Ids inside JSON are kept beside it in arrays with a GIN index (`variable_ids`, `part_ids`): unlike an index
 * on the JSON itself it is not touched when a value or a tick changes.
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
 * The live phase, task, variable, condition or dependency that one of the candidates names, the earlier
 * candidate first; null when none does. Ids of variables, conditions and dependencies may repeat in other
 * releases when an import brought them: `parents`, ids of the path before it, then decide; without them an id
 * that is not unique names nothing.
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

/** The release or template that one of the candidates names, the earlier first; null when none does. */
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
