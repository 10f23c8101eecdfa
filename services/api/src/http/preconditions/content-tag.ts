import { hash } from 'node:crypto';
import { Outdated } from '@slipway/engine';
import type { StillAs } from '@slipway/resources';
import { matchesStrongly, packedTag } from './preconditions.ts';

/** The ETag of a response without a version: a hash of its content. */
export const contentTag = (json: string | Buffer): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;

/** Holds a tag, of what may be packed, against `If-Match`. Throws Outdated. */
export function requireMatch(tag: string, wanted: string | undefined): void {
  if (wanted === undefined || [tag, packedTag(tag)].some((each) => matchesStrongly(wanted, each))) return;
  throw new Outdated(`the present version has the ETag ${tag}, which If-Match does not contain: read it again`);
}

/** Compares the rendered present version with an `If-Match`. */
export const stillAsIn =
  (wanted: string | undefined): StillAs =>
  async (current) => {
    if (wanted !== undefined) requireMatch(contentTag(JSON.stringify(current)), wanted);
  };
