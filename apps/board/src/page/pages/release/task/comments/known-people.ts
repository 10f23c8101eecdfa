import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { systemAuthor } from '../../../../components/people/author-name.ts';

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

/** Returns the names that contain the typed text, those that begin with it first. */
export function matchingNames(names: readonly string[], typed: string): readonly string[] {
  const text = typed.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(text));
  const isFirst = (name: string): boolean => name.toLowerCase().startsWith(text);
  const unique = new Map(found.map((name) => [name.toLowerCase(), name]));
  const [first, others] = [[...unique.values()].filter(isFirst), [...unique.values()].filter((name) => !isFirst(name))];
  return [...first, ...others].slice(0, maxSuggestions);
}
