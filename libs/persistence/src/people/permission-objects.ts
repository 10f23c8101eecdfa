import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';

/** An object of a permission check, with the location of its teams. */
export interface PermissionObject {
  readonly id: string;
  readonly title: string;
  readonly folderId: string;
  /** the template or release that it is or belongs to */
  readonly releaseId: string | null;
  readonly template: boolean;
  /** of the release */
  readonly releaseOwner: string | null;
  /** of the task that it is */
  readonly taskOwner: string | null;
  readonly taskTeam: string | null;
}

/** The kinds of objects of a permission check. */
export type PermissionObjectKind = 'Folder' | 'Release' | 'Phase' | 'Task' | 'Trigger' | 'Configuration';

const template = `r.status = ${statusSql('TEMPLATE')} as template`;
const partSql = (part: string, owner: string, team: string): string => `select p.id, p.title,
    r.folder_id as "folderId", r.id as "releaseId", ${template}, r.owner as "releaseOwner", ${owner} as "taskOwner",
    ${team} as "taskTeam"
  from ${part} p join live_releases r on r.id = p.release_id where p.id = any ($1::text[])`;
const noOwnerColumns = 'null as "releaseOwner", null as "taskOwner", null as "taskTeam"';

const statements = {
  Folder: {
    name: 'permission-at-folder',
    text: `select id, title, id as "folderId", null as "releaseId", false as template, ${noOwnerColumns}
      from folders where id = any ($1::text[])`,
  },
  Release: {
    name: 'permission-at-release',
    text: `select id, title, folder_id as "folderId", id as "releaseId", ${template}, owner as "releaseOwner",
        null as "taskOwner", null as "taskTeam"
      from releases r where id = any ($1::text[])`,
  },
  Phase: { name: 'permission-at-phase', text: partSql('live_phases', 'null', 'null') },
  Task: { name: 'permission-at-task', text: partSql('live_tasks', 'p.owner', 'p.team') },
  Trigger: {
    name: 'permission-at-trigger',
    text: `select id, title, folder_id as "folderId", template_id as "releaseId", template_id is not null as template,
        ${noOwnerColumns} from triggers where id = any ($1::text[])`,
  },
  Configuration: {
    name: 'permission-at-configuration',
    text: `select id, title, coalesce(folder_id, 'Applications') as "folderId", null as "releaseId", false as template,
        ${noOwnerColumns} from configurations where id = any ($1::text[])`,
  },
} satisfies Record<PermissionObjectKind, { name: string; text: string }>;

/** What one of the candidates names, the earlier first; null when none does. */
export async function findPermissionObject(
  connection: Connection,
  kind: PermissionObjectKind,
  candidates: readonly string[],
): Promise<PermissionObject | null> {
  const rows = await connection.query<PermissionObject>(statements[kind], [candidates]);
  return candidates.flatMap((id) => rows.find((object) => object.id === id) ?? [])[0] ?? null;
}
