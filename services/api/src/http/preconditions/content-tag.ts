import { hash } from 'node:crypto';
import { Outdated } from '@slipway/engine';
import type { StillAs } from '@slipway/resources';
import { matchesStrongly, packedTag } from './preconditions.ts';

/** The tag of an answer that has no version: by all that it says. */
export const contentTag = (json: string | Buffer): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;

/** Holds a tag, of what may be packed, against `If-Match`. Throws Outdated. */
export function requireMatch(tag: string, wanted: string | undefined): void {
  if (wanted === undefined || [tag, packedTag(tag)].some((each) => matchesStrongly(wanted, each))) return;
  throw new Outdated(`what is there has the tag ${tag}, which If-Match does not name: read it again`);
}

/** Holds what is there by now, in the words of its answer, against an `If-Match`. */
export const stillAsIn =
  (wanted: string | undefined): StillAs =>
  async (current) => {
    if (wanted !== undefined) requireMatch(contentTag(JSON.stringify(current)), wanted);
  };
