import { passwordMask, type ReleasePatch, type RunAsProof } from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';

/** Checks what came along with a release as `scriptUserPassword`. Throws Invalid, and what a login throws. */
export interface CredentialCheck {
  /** that it is the password of a user, as a login does */
  password(username: string, password: string): Promise<void>;
  /** that it is a personal access token that holds; null: it is meant to be none */
  token(text: string): Promise<RunAsProof | null>;
}

interface RunAsRequest<T extends ReleasePatch> {
  readonly caller: Person;
  /** as whom scripts run so far by a token; null: by none */
  readonly before: string | null;
  readonly patch: T;
}

/** What is changed, with who it is that a token belongs to, and without its text. */
interface VerifiedRunAs<T extends ReleasePatch> {
  readonly patch: T;
  readonly proof: RunAsProof | null;
}

/**
 * The requested run-as user with a verified password, or with a token in place of password and name; null if none was
 * sent, or none is needed. Throws Invalid for wrong credentials.
 */
export async function verifyRunAs<T extends ReleasePatch>(
  credentialCheck: CredentialCheck,
  { caller, before, patch }: RunAsRequest<T>,
): Promise<VerifiedRunAs<T>> {
  const { scriptUsername, scriptUserPassword: password } = patch;
  if (!password || password === passwordMask) return { patch, proof: null };
  const byToken = scriptUsername ? null : await credentialCheck.token(password);
  if (byToken !== null) {
    const { username } = byToken;
    return { patch: { ...patch, scriptUsername: username, scriptUserPassword: null }, proof: byToken };
  }
  const username = scriptUsername === undefined ? before : scriptUsername;
  if (!username) return { patch, proof: null };
  // who is logged in by a limited token is not themselves: that is decided with the change
  if (scriptUsername && isSameUser(username, caller.username)) return { patch, proof: null };
  if (!caller.hasPermission('admin')) await credentialCheck.password(username, password);
  return { patch, proof: { username, tokenId: null } };
}
