import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';

/** An object of a permission check, with the location of its teams. */
export interface PermissionPlace {
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
export type PermissionPlaceKind = 'Folder' | 'Release' | 'Phase' | 'Task' | 'Trigger' | 'Configuration';

const template = `r.status = ${statusSql('TEMPLATE')} as template`;
const ofPart = (part: string, owner: string, team: string): string => `select p.id, p.title,
    r.folder_id as "folderId", r.id as "releaseId", ${template}, r.owner as "releaseOwner", ${owner} as "taskOwner",
    ${team} as "taskTeam"
  from ${part} p join live_releases r on r.id = p.release_id where p.id = any ($1::text[])`;
const bare = 'null as "releaseOwner", null as "taskOwner", null as "taskTeam"';

const statements = {
  Folder: {
    name: 'permission-at-folder',
    text: `select id, title, id as "folderId", null as "releaseId", false as template, ${bare}
      from folders where id = any ($1::text[])`,
  },
  Release: {
    name: 'permission-at-release',
    text: `select id, title, folder_id as "folderId", id as "releaseId", ${template}, owner as "releaseOwner",
        null as "taskOwner", null as "taskTeam"
      from releases r where id = any ($1::text[])`,
  },
  Phase: { name: 'permission-at-phase', text: ofPart('live_phases', 'null', 'null') },
  Task: { name: 'permission-at-task', text: ofPart('live_tasks', 'p.owner', 'p.team') },
  Trigger: {
    name: 'permission-at-trigger',
    text: `select id, title, folder_id as "folderId", template_id as "releaseId", template_id is not null as template,
        ${bare} from triggers where id = any ($1::text[])`,
  },
  Configuration: {
    name: 'permission-at-configuration',
    text: `select id, title, coalesce(folder_id, 'Applications') as "folderId", null as "releaseId", false as template,
        ${bare} from configurations where id = any ($1::text[])`,
  },
} satisfies Record<PermissionPlaceKind, { name: string; text: string }>;

/** What one of the candidates names, the earlier first; null when none does. */
export async function findPermissionPlace(
  connection: Connection,
  kind: PermissionPlaceKind,
  candidates: readonly string[],
): Promise<PermissionPlace | null> {
  const found = await connection.query<PermissionPlace>(statements[kind], [candidates]);
  return candidates.flatMap((id) => found.find((place) => place.id === id) ?? [])[0] ?? null;
}
