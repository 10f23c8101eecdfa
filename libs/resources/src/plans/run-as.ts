import { passwordMask, type ReleasePatch } from '@slipway/domain';
import type { Person } from '@slipway/engine';

/** Checks that a password is that of a user, as a login does. Throws Invalid, and what a login throws. */
export type ProvesUser = (username: string, password: string) => Promise<void>;

/**
 * The user as whom scripts shall run whose password came along; null where none did, or none is needed. Throws Invalid
 * where it is wrong.
 */
export async function provenRunAs(
  proves: ProvesUser,
  caller: Person,
  { scriptUsername, scriptUserPassword }: Pick<ReleasePatch, 'scriptUsername' | 'scriptUserPassword'>,
): Promise<string | null> {
  if (!scriptUsername || !scriptUserPassword || scriptUserPassword === passwordMask) return null;
  const isSelf = scriptUsername.toLowerCase() === caller.username.toLowerCase();
  if (isSelf || caller.holds('admin')) return null;
  await proves(scriptUsername, scriptUserPassword);
  return scriptUsername;
}
