import type { Instant } from '@slipway/domain/model';
import type { VersionChange } from '@slipway/domain/versions';
import type { Connection } from '../database/database.ts';

/** A version of a template. Author and time are null if the template is older than its history. */
export interface TemplateVersion {
  readonly number: number;
  readonly author: string | null;
  readonly changedAt: Instant | null;
  /** The first changes. */
  readonly changes: readonly VersionChange[];
  /** The number of all changes. */
  readonly changeCount: number;
}

const listStatement = {
  name: 'list-template-versions',
  text: `select number, author, changed_at as "changedAt", changes, change_count as "changeCount"
    from template_versions where release_id = $1 order by number desc limit $2 offset $3`,
};

/** Reads a page of the versions of a template, newest first. */
export const listVersions = (
  connection: Connection,
  id: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly TemplateVersion[]> => connection.query<TemplateVersion>(listStatement, [id, limit, offset]);

const creationStatement = {
  name: 'find-template-version-of-release',
  text: `select max(number) as number from template_versions where release_id = $1 and (changed_at is null
    or changed_at <= (select event_time from activities where release_id = $2 order by seq limit 1))`,
};

/**
 * Returns the number of the version of a template from which a live or archived release was created; null if that
 * version is not stored anymore.
 */
export async function findVersionOfRelease(
  connection: Connection,
  templateId: string,
  releaseId: string,
): Promise<number | null> {
  const [row] = await connection.query<{ readonly number: number | null }>(creationStatement, [templateId, releaseId]);
  return row?.number ?? null;
}

/** A CTE that deletes the versions of the deleted plans in `gone`. */
export const deletedVersionsSql = 'dv as (delete from template_versions v using gone where v.release_id = gone.id)';
