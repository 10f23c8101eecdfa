import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { fullNameOf, systemAuthor } from '../../../../api/full-names.ts';

/** Returns the users that the page names: owners, members of teams, watchers and authors of comments, by name. */
export function knownPeople(
  release: Pick<ReleaseResponse, 'owner' | 'teams'> | null,
  { owner, watchers }: Pick<TaskResponse, 'owner' | 'watchers'>,
  comments: readonly Pick<TaskResponse['comments'][number], 'author'>[],
): readonly string[] {
  const names = [
    ...[owner, release?.owner],
    ...watchers,
    ...comments.map(({ author }) => author),
    ...(release?.teams ?? []).flatMap(({ members }) => members),
  ];
  const byKey = new Map(names.flatMap((name) => (name && name !== systemAuthor ? [[name.toLowerCase(), name]] : [])));
  return [...byKey.values()].toSorted((a, b) => a.localeCompare(b));
}

/** The maximum number of suggestions. */
export const maxSuggestions = 8;

/** Returns the user names that contain the typed text, or whose full names do. Those that begin with it are first. */
export function matchingNames(names: readonly string[], typed: string): readonly string[] {
  const text = typed.toLowerCase();
  const textsOf = (name: string): readonly string[] => [name.toLowerCase(), fullNameOf(name).toLowerCase()];
  const found = names.filter((name) => textsOf(name).some((item) => item.includes(text)));
  const isFirst = (name: string): boolean => textsOf(name).some((item) => item.startsWith(text));
  const unique = new Map(found.map((name) => [name.toLowerCase(), name]));
  const [first, others] = [[...unique.values()].filter(isFirst), [...unique.values()].filter((name) => !isFirst(name))];
  return [...first, ...others].slice(0, maxSuggestions);
}
