import type { ResourceContext } from '../model/context.ts';
import { referenceKinds, referenceSources, type Source, type UnresolvedItem } from './unresolved-references.ts';
import { scriptSource } from './unresolved-scripts.ts';

/** The kinds of things that an installation has to resolve. Clients ignore kinds that they do not know. */
export const unresolvedKinds = ['SCRIPT_WITHOUT_AUTHOR', ...referenceKinds] as const;
export type UnresolvedKind = (typeof unresolvedKinds)[number];

const sources: Readonly<Record<UnresolvedKind, Source<UnresolvedKind>>> = {
  SCRIPT_WITHOUT_AUTHOR: scriptSource,
  ...referenceSources,
};

/** How many items of each kind are listed. */
const maxPerKind = 200;

/** What an installation has to resolve: the number of each kind, and the first items. */
export interface UnresolvedReport {
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly items: readonly UnresolvedItem<UnresolvedKind>[];
}

/** Finds what an installation has to resolve; of one kind only, if one is named. */
export async function findUnresolved(
  context: Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins'>,
  only: UnresolvedKind | null,
): Promise<UnresolvedReport> {
  const counts: Record<string, number> = {};
  const items: UnresolvedItem<UnresolvedKind>[] = [];
  for (const kind of only === null ? unresolvedKinds : [only]) {
    const { count, first } = await sources[kind](context, maxPerKind);
    counts[kind] = count;
    items.push(...first);
  }
  return { count: Object.values(counts).reduce((sum, count) => sum + count, 0), counts, items };
}
