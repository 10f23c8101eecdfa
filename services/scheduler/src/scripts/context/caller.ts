import { systemUser } from '@slipway/domain/decision';
import { isSameUser, tokenFaultMessage } from '@slipway/domain/people';
import { scriptAuthorOf } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import { CannotRun } from './cannot-run.ts';
import type { ClaimedRun, ScriptContext } from './context.ts';

/**
 * The run-as user of a release, with their present permissions, and within the limits of its token; null without a
 * run-as user. Throws CannotRun for an invalid token.
 */
export async function scriptCaller(
  { engine: { access } }: Pick<ScriptContext, 'engine'>,
  { view }: Pick<ClaimedRun, 'view'>,
): Promise<Person | null> {
  const { scriptUsername, scriptTokenId } = view.release;
  if (scriptUsername === null) return null;
  if (scriptTokenId === null) return await access.byName(scriptUsername);
  const person = await access.byToken(scriptTokenId);
  if (typeof person === 'string') throw new CannotRun(tokenFaultMessage(person));
  return person;
}

/**
 * Returns the stored author of the script of a run, with the current permissions; null: none is stored. The author of scripts
 * that the product itself wrote is their run-as user.
 */
export async function scriptAuthor(
  { engine: { access } }: Pick<ScriptContext, 'engine'>,
  { task, script }: Pick<ClaimedRun, 'task' | 'script'>,
  runAsUser: Person | null,
): Promise<Person | null> {
  const username = scriptAuthorOf(task, script.purpose);
  if (username === null) return null;
  if (runAsUser !== null && (username === systemUser || isSameUser(username, runAsUser.username))) return runAsUser;
  return withName(await access.byName(username), username);
}

/** Also a user who does not exist any more is named in refusals and in the log. */
const withName = (person: Person, username: string): Person => {
  if (person.username !== '') return person;
  const callerWithName = async () => ({ ...(await person.callerAt({ folderId: '' })), username });
  return {
    ...person,
    username,
    callerAt: callerWithName,
    memberAt: callerWithName,
    callersAt: (locations) => Promise.all(locations.map(callerWithName)),
  };
};
