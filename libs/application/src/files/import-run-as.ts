import { clip, Invalid, type TemplateDraft } from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type CredentialCheck, verifyRunAs } from '../plans/run-as.ts';

type Warn = (warning: string) => void;

/**
 * A template with its run-as user: one whose password is in the file, or any user if the caller has all permissions.
 * Otherwise, the run-as user of the file is left out. Throws the errors of a login, except for a wrong password.
 */
export async function withImportedRunAs(
  draft: TemplateDraft,
  caller: Person,
  credentialCheck: CredentialCheck | null,
  warn: Warn,
): Promise<TemplateDraft> {
  const { scriptUsername, scriptUserPassword, ...rest } = draft;
  // a variable may hold it elsewhere; here a password is proven when it is saved
  const password = scriptUserPassword?.includes('${') ? null : scriptUserPassword;
  if (credentialCheck !== null && password) {
    try {
      const { patch, proof } = await verifyRunAs(credentialCheck, {
        caller,
        before: null,
        patch: { ...rest, scriptUsername, scriptUserPassword: password },
      });
      return { ...patch, proof };
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      warn('scriptUserPassword was left out: it is wrong here');
    }
  }
  if (!scriptUsername) return rest;
  const isSelf = caller.isLimited !== true && isSameUser(scriptUsername, caller.username);
  if (isSelf || caller.hasPermission('admin')) return { ...rest, scriptUsername };
  warn(`scriptUsername '${clip(scriptUsername)}' was left out: the file does not have their password`);
  return rest;
}
