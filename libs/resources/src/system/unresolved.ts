import type { ResourceContext } from '../model/context.ts';
import { type ReferenceKind, referenceKinds, referenceSources, type UnresolvedItem } from './unresolved-references.ts';

/** The kinds of things that an installation has to resolve. Clients ignore kinds that they do not know. */
export const unresolvedKinds = referenceKinds;
export type UnresolvedKind = ReferenceKind;

const sources = referenceSources;

/** How many items of each kind are listed. */
const mostOfKind = 200;

/** What an installation has to resolve: the number of each kind, and the first items. */
export interface Unresolved {
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly items: readonly UnresolvedItem<UnresolvedKind>[];
}

/** Finds what an installation has to resolve; of one kind only, if one is named. */
export async function findUnresolved(
  context: Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins'>,
  only: UnresolvedKind | null,
): Promise<Unresolved> {
  const counts: Record<string, number> = {};
  const items: UnresolvedItem<UnresolvedKind>[] = [];
  for (const kind of only === null ? unresolvedKinds : [only]) {
    const { count, first } = await sources[kind](context, mostOfKind);
    counts[kind] = count;
    items.push(...first);
  }
  return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, items };
}
