import { hash } from 'node:crypto';
import { type Caller, permissions, rootFolderId } from '@slipway/domain';
import type { Place } from '@slipway/engine';
import type { Validators } from '@slipway/persistence';
import { productVersion } from '@slipway/wire';

/** What a release shows of its caller at its place depends on this: what they may there, and in which teams they are. */
export const audienceOf = (caller: Caller): string =>
  JSON.stringify([permissions.filter((each) => caller.may(each)).join(' '), ...caller.teams]);

/** Where that is which validators are about. */
export const placeOf = ({ folderPath, releaseId }: Pick<Validators, 'folderPath' | 'releaseId'>): Place => ({
  folderId: folderPath.at(-1) ?? rootFolderId,
  releaseId,
});

/**
 * The tag of an answer about a release, a template or a task. It is made of everything that rendering looks at, so no
 * two different answers share one: the release's version, which every saved change of its plan, its variables and its
 * comments raises; the folders above it; where the things are that it refers to; the blackouts around it and how far
 * they have come; a template's triggers and how many releases of theirs run; the teams that hold, by the version of all
 * grants; what this caller may do; our prefix and the version of the product. A task's tag changes with every change of its release: a poller may read once too often, and
 * is never told that nothing has changed when something has.
 */
export function tagFor(
  { version, folderPath, elsewhere, triggers, grants }: Validators,
  calendarMark: string,
  prefix: string,
  audience: string,
): string {
  const places = [...elsewhere].sort(([one], [other]) => (one < other ? -1 : 1));
  const around = hash(
    'sha256',
    JSON.stringify([productVersion, prefix, audience, folderPath, places, calendarMark, triggers, grants]),
    'base64url',
  );
  return `"${version.toString(36)}-${around.slice(0, 16)}"`;
}
