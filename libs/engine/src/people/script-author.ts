import type { Caller } from '@slipway/domain/decision';
import type { Permission } from '@slipway/domain/model';
import type { PermissionScope, Person } from './person.ts';

type CombineCallers = (caller: Caller, author: Caller) => Caller;

/** Combines the permissions of a user at an object with those of another user at the same object. */
function withAuthorAt(
  person: Person,
  author: Person,
  combine: CombineCallers,
): Pick<Person, 'callerAt' | 'memberAt' | 'callersAt'> {
  const combinedAt = async (caller: Promise<Caller>, scope: PermissionScope): Promise<Caller> =>
    combine(await caller, await author.callerAt(scope));
  return {
    callerAt: (scope) => combinedAt(person.callerAt(scope), scope),
    memberAt: (scope) => combinedAt(person.memberAt(scope), scope),
    callersAt: async (scopes) => {
      const [callers, authors] = await Promise.all([person.callersAt(scopes), author.callersAt(scopes)]);
      return callers.map((caller, index) => {
        const authorCaller = authors[index];
        return authorCaller === undefined ? caller : combine(caller, authorCaller);
      });
    },
  };
}

/**
 * Returns the run-as user of a script with the stored author of that script; null: no author is stored. For the
 * commands that `requireScriptAuthor` guards, the rules also need the permissions of the author.
 */
export function withScriptAuthor(person: Person, author: Person | null): Person {
  if (author !== null)
    return {
      ...person,
      ...withAuthorAt(person, author, (caller, authorCaller) => ({ ...caller, scriptAuthor: authorCaller })),
    };
  const withoutAuthor = (caller: Caller): Caller => ({ ...caller, scriptAuthor: null });
  return {
    ...person,
    callerAt: async (scope) => withoutAuthor(await person.callerAt(scope)),
    memberAt: async (scope) => withoutAuthor(await person.memberAt(scope)),
    callersAt: async (scopes) => (await person.callersAt(scopes)).map(withoutAuthor),
  };
}

/** Returns a user with only the permissions that the author also has. */
export function limitedTo(person: Person, author: Person): Person {
  return {
    ...person,
    hasPermission: (permission) => person.hasPermission(permission) && author.hasPermission(permission),
    ...withAuthorAt(person, author, (caller, authorCaller) => ({
      ...caller,
      may: (permission: Permission) => caller.may(permission) && authorCaller.may(permission),
    })),
  };
}
