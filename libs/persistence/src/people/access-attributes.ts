import type { ReleaseStatus } from '@slipway/domain/model';

/** The access attributes of an object, live or archived: its location, owner and teams. */
export interface AccessAttributes {
  readonly folderId: string;
  /** the last segment of the release or template that it is or belongs to; null for a folder */
  readonly releaseId: string | null;
  /** of that release */
  readonly status: ReleaseStatus | null;
  readonly owner: string | null;
  /** whose task it is, where it is one or a part of one */
  readonly task: { readonly owner: string | null; readonly team: string | null } | null;
}

/** SQL for the task of a standing. */
export const taskAccessSql = (task: string): string =>
  `json_build_object('owner', ${task}.owner, 'team', ${task}.team)`;

/** SQL for the standing of a release, or of what belongs to it. */
export const accessAttributesSql = (release: string, task = 'null::json'): string =>
  `json_build_object('folderId', ${release}.folder_id, 'releaseId', ${release}.id, 'status', ${release}.status,
    'owner', ${release}.owner, 'task', ${task})`;

/** SQL for the standing of the folder with this id. */
export const folderAccessSql = (id: string): string =>
  `json_build_object('folderId', ${id}, 'releaseId', null, 'status', null, 'owner', null, 'task', null)`;
