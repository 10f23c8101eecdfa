import { hash } from 'node:crypto';
import { productVersion } from '@slipway/api-schema/system';
import type { Caller } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { permissions } from '@slipway/domain/model';
import type { PermissionScope } from '@slipway/engine';
import type { Validators } from '@slipway/persistence/plans';

/** The permissions and teams of a caller at a release, on which its rendered form depends. */
export const audienceOf = (caller: Caller): string =>
  JSON.stringify([permissions.filter((candidate) => caller.may(candidate)).join(' '), ...caller.teams]);

/** Where that is which validators are about. */
export const permissionScopeOf = ({
  folderPath,
  releaseId,
}: Pick<Validators, 'folderPath' | 'releaseId'>): PermissionScope => ({
  folderId: folderPath.at(-1) ?? rootFolderId,
  releaseId,
});

/**
 * The ETag of a release, a template or a task. It covers all that rendering reads, so that no two different responses
 * share one: the version of the release, which each saved change of its plan, variables and comments increases; the
 * folders above it; the locations of its references; the blackouts around it and their progress; the triggers of a
 * template and their running releases; the effective teams, by the permission version; the permissions of the caller;
 * the prefix of types and the version of the product. The ETag of a task changes with every change of its release: a
 * client may read once too often, and never misses a change.
 */
export function tagFor(
  { version, folderPath, elsewhere, triggers, grants }: Validators,
  calendarMark: string,
  prefix: string,
  audience: string,
): string {
  const locations = [...elsewhere].sort(([a], [b]) => (a < b ? -1 : 1));
  const contextHash = hash(
    'sha256',
    JSON.stringify([productVersion, prefix, audience, folderPath, locations, calendarMark, triggers, grants]),
    'base64url',
  );
  return `"${version.toString(36)}-${contextHash.slice(0, 16)}"`;
}
