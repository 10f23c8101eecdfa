import { hash } from 'node:crypto';
import { productVersion } from '@slipway/api-schema/system';
import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { permissions } from '@slipway/domain/model';
import type { PermissionScope } from '@slipway/engine';
import type { Validators } from '@slipway/persistence/plans';

/** Returns the permissions and teams of a caller at a release, on which the rendered response depends. */
export const audienceOf = (caller: Caller): string =>
  JSON.stringify([permissions.filter((candidate) => caller.may(candidate)).join(' '), ...caller.teams]);

/** Returns the folder and the release whose permissions apply to an object with these validators. */
export const permissionScopeOf = ({
  folderPath,
  releaseId,
}: Pick<Validators, 'folderPath' | 'releaseId'>): PermissionScope => ({
  folderId: folderPath.at(-1) ?? rootFolderId,
  releaseId,
});

/**
 * Returns the ETag of a release, a template or a task. It covers everything that rendering reads, so different
 * responses never have the same ETag:
 *
 * - the version of the release, which increases with each change of its plan, variables and comments
 * - the folders above it, and the locations of its references
 * - the blackouts around it and their progress
 * - the triggers of a template and their running releases
 * - the effective teams, by the permission version, and the permissions of the caller
 * - the prefix of types, and the version of the product
 *
 * The ETag of a task changes with every change of its release. A client may reload an unchanged task, but it never
 * misses a change.
 */
export function tagFor(
  { version, folderPath, references, triggers, grants }: Validators,
  calendarMark: string,
  prefix: string,
  audience: string,
): string {
  const locations = [...references].sort(([a], [b]) => (a < b ? -1 : 1));
  const contextHash = hash(
    'sha256',
    JSON.stringify([productVersion, prefix, audience, folderPath, locations, calendarMark, triggers, grants]),
    'base64url',
  );
  return `"${version.toString(36)}-${contextHash.slice(0, 16)}"`;
}
