import { mentionsOf } from '../mentions/mentions.ts';
import { type DecisionContext, requireData } from './context.ts';

/** The maximum number of names of a comment that are looked up. */
const maxMentions = 50;

/**
 * Returns the existing users that a text of a user mentions, in the letter case of their creation. Texts of scripts and
 * of the product mention no user. Throws MissingData.
 */
export function mentionedUsers(text: string, { env }: DecisionContext): readonly string[] {
  const names = [...new Set(mentionsOf(text).map(({ name }) => name.toLowerCase()))].slice(0, maxMentions);
  const { users } = env.data;
  const missing = names.filter((name) => users?.get(name) === undefined);
  if (missing.length > 0) requireData(undefined, ...missing.map((name) => ({ kind: 'user', name }) as const));
  return names.flatMap((name) => users?.get(name) ?? []);
}
