import { hash } from 'node:crypto';
import type { RequireUnchanged } from '@slipway/application/people';
import { PreconditionFailed } from '@slipway/engine';
import { gzipTag, matchesStrongly } from './preconditions.ts';

/** The ETag of a response without a version: a hash of its content. */
export const contentTag = (json: string | Buffer): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;

/** Holds a tag, of what may be packed, against `If-Match`. Throws PreconditionFailed. */
export function requireMatch(tag: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined || [tag, gzipTag(tag)].some((candidate) => matchesStrongly(ifMatch, candidate))) return;
  throw new PreconditionFailed(
    `the present version has the ETag ${tag}, which If-Match does not contain: read it again`,
  );
}

/** Compares the rendered present version with an `If-Match`. */
export const stillAsFor =
  (ifMatch: string | undefined): RequireUnchanged =>
  async (current) => {
    if (ifMatch !== undefined) requireMatch(contentTag(JSON.stringify(current)), ifMatch);
  };
