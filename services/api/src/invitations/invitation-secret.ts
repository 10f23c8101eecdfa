import { randomBytes } from 'node:crypto';
import { hashSecret } from '../people/tokens.ts';

/** Returns the id of a new invitation, and the secret of its link: 256 random bits in base64url. */
export function createInvitationKey() {
  const secret = randomBytes(32).toString('base64url');
  return { id: `Invitation${randomBytes(16).toString('hex')}`, secret, hash: hashSecret(secret) };
}

/**
 * Returns the link of an invitation, below the root. Browsers send the fragment neither in requests nor as the referrer.
 */
export const invitationPath = (id: string, secret: string): string => `/#invitation=${id}.${secret}`;

/** An invitation as its link names it. */
export interface InvitationLink {
  readonly id: string;
  readonly hash: string;
}

/** Parses the text of a link: the id and the secret of an invitation. Returns null for any other text. */
export function parseInvitation(text: string): InvitationLink | null {
  const [, id, secret] = /^(Invitation[0-9a-f]{32})\.([\w-]{43})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, hash: hashSecret(secret) };
}
