import type { Caller, Permission } from '@slipway/domain';
import type { Person, Place } from './person.ts';

type ThereAs = (caller: Caller, author: Caller) => Caller;

/** A user whose callers are changed by the rights of another user at the same place. */
function beside(person: Person, author: Person, thereAs: ThereAs): Pick<Person, 'at' | 'asMember' | 'atAll'> {
  const at = async (caller: Promise<Caller>, place: Place): Promise<Caller> =>
    thereAs(await caller, await author.at(place));
  return {
    at: (place) => at(person.at(place), place),
    asMember: (place) => at(person.asMember(place), place),
    atAll: async (places) => {
      const [callers, authors] = await Promise.all([person.atAll(places), author.atAll(places)]);
      return callers.map((caller, index) => {
        const there = authors[index];
        return there === undefined ? caller : thereAs(caller, there);
      });
    },
  };
}

/**
 * Returns the run-as user of a script with the stored author of that script; null: none is stored. For the commands that
 * `requireScriptAuthor` guards, the rules also need the permissions of the author.
 */
export function withScriptAuthor(person: Person, author: Person | null): Person {
  if (author !== null)
    return { ...person, ...beside(person, author, (caller, there) => ({ ...caller, scriptAuthor: there })) };
  const unknown = (caller: Caller): Caller => ({ ...caller, scriptAuthor: null });
  return {
    ...person,
    at: async (place) => unknown(await person.at(place)),
    asMember: async (place) => unknown(await person.asMember(place)),
    atAll: async (places) => (await person.atAll(places)).map(unknown),
  };
}

/** A user with the permissions only that an author has, too. */
export function limitedTo(person: Person, author: Person): Person {
  return {
    ...person,
    holds: (permission) => person.holds(permission) && author.holds(permission),
    ...beside(person, author, (caller, there) => ({
      ...caller,
      may: (permission: Permission) => caller.may(permission) && there.may(permission),
    })),
  };
}
