import { hash } from 'node:crypto';
import type { RequireUnchanged } from '@slipway/application/people';
import { message } from '@slipway/domain/messages';
import { PreconditionFailed } from '@slipway/engine';

/**
 * Conditions of requests (RFC 9110, section 13). Tags are strong: equal tags mean equal bytes, so a compressed response has
 * its own tag. Proxies that compress make tags weak, so a 304 compares weakly and a change strongly.
 */

/** The tag of the gzip response, from the tag of the original. A condition may name either (decisions/compressed-responses.md). */
export const gzipTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`;

const tagPattern = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

interface ListedTag {
  readonly weak: boolean;
  readonly tag: string;
}

const tagsIn = (header: string): readonly ListedTag[] =>
  [...header.matchAll(tagPattern)].map(([, weak, opaque = '']) => ({ weak: weak !== undefined, tag: `"${opaque}"` }));

const isAny = (header: string): boolean => header.trim() === '*';

/** Whether `If-None-Match` contains the tag, weak or not. Then a reader has the response already, and a change is refused. */
export const matchesWeakly = (header: string, tag: string): boolean =>
  isAny(header) || tagsIn(header).some((listedTag) => listedTag.tag === tag);

/** Whether `If-Match` contains the ETag itself; an invalid list contains none. */
export const matchesStrongly = (header: string, tag: string): boolean =>
  isAny(header) || tagsIn(header).some((listedTag) => !listedTag.weak && listedTag.tag === tag);

/** The ETag of a response without a version: a hash of its content. */
export const contentTag = (json: string | Buffer): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;

/** Compares the tag of a response, compressed or not, with `If-Match`. Throws PreconditionFailed. */
export function requireMatch(tag: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined || [tag, gzipTag(tag)].some((candidate) => matchesStrongly(ifMatch, candidate))) return;
  throw new PreconditionFailed(message('precondition.ifMatch', { tag }));
}

/** Compares the rendered present version with an `If-Match`. */
export const stillAsFor =
  (ifMatch: string | undefined): RequireUnchanged =>
  async (current) => {
    if (ifMatch !== undefined) requireMatch(contentTag(JSON.stringify(current)), ifMatch);
  };
