import { hash } from 'node:crypto';
import { permissions } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { Validators } from '@slipway/persistence';
import { productVersion } from '../context/version.ts';

/** What a release shows of its caller's permissions depends on this. */
export const audienceOf = (caller: Person): string => permissions.filter((each) => caller.may(each)).join(' ');

/**
 * The tag of an answer about a release, a template or a task. It is made of everything that rendering looks at, so no
 * two different answers share one: the release's version, which every saved change of its plan, its variables and its
 * comments raises; the folders above it; where the things are that it refers to; the blackouts around it and how far
 * they have come; a template's triggers and how many releases of theirs run; what this caller may do; our prefix and the
 * version of the product. A task's tag changes with every change of its release: a poller may read once too often, and
 * is never told that nothing has changed when something has.
 */
export function tagFor(
  { version, folderPath, elsewhere, triggers }: Validators,
  calendarMark: string,
  prefix: string,
  audience: string,
): string {
  const places = [...elsewhere].sort(([one], [other]) => (one < other ? -1 : 1));
  const around = hash(
    'sha256',
    JSON.stringify([productVersion, prefix, audience, folderPath, places, calendarMark, triggers]),
    'base64url',
  );
  return `"${version.toString(36)}-${around.slice(0, 16)}"`;
}
