import { computed } from '@preact/signals';
import type { FullNamesResponse } from '@slipway/api-schema/people';
import { t } from '../navigation/text.ts';
import type { ResponseMessage } from './language.ts';
import { draftSignal, textFormat } from './session.ts';

/** The user of activities of the system, and the author of its comments, such as the output of a script. */
export const systemAuthor = 'SYSTEM';

const texts = draftSignal('full names', '');

/**
 * Returns the stored full names: a line with their ETag, and a line of JSON; empty before the first load. They are
 * stored like a draft: for one user in one tab, until the logout.
 */
export const fullNamesText = () => texts('', textFormat);

/** The full names by user name in lower case. `load-full-names.ts` loads them after the first view is shown. */
export const fullNames = computed<FullNamesResponse>(() => JSON.parse(fullNamesText().value.split('\n')[1] ?? '{}'));

/** Returns the full name of a user; null if the user has none, or if it is not known. */
export function knownFullName(username: string): string | null {
  const names = fullNames.value;
  const key = username.toLowerCase();
  return Object.hasOwn(names, key) ? (names[key] ?? null) : null;
}

/** The full names that several users have. */
const sharedNames = computed<ReadonlySet<string>>(() => {
  const seen = new Set<string>();
  return new Set(Object.values(fullNames.value).filter((name) => seen.has(name) || !seen.add(name)));
});

/**
 * Returns the name of a user or author for the page: the full name, or else the user name. A full name that another
 * user also has is followed by the user name.
 */
export function fullNameOf(username: string): string {
  if (username === systemAuthor) return t('Slipway');
  const name = knownFullName(username) ?? username;
  return sharedNames.value.has(name) ? `${name} (${username})` : name;
}

/** The message that names the user who has to act. */
interface Actor {
  readonly code: 'actor.user';
  readonly params: { readonly name: string };
}

const isActor = (value: unknown): value is Actor =>
  typeof value === 'object' && value !== null && 'code' in value && value.code === 'actor.user';

/** Returns the parameters of a message with full names instead of user names. */
export function withFullNames(params: ResponseMessage['params']): ResponseMessage['params'] {
  const json = JSON.stringify(params, (key, value: unknown) => {
    if (typeof value === 'string') return key === 'user' || key === 'author' ? fullNameOf(value) : value;
    return isActor(value) ? { ...value, params: { name: fullNameOf(value.params.name) } } : value;
  });
  return JSON.parse(json);
}
