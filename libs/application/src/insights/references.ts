import type { Person } from '@slipway/engine';
import { readFullIds } from '@slipway/persistence/folders';
import { readVisibleTitles } from '../search/visible-titles.ts';
import type { InsightContext } from './selection.ts';

/** The full ids and visible titles of referenced objects. */
export interface References {
  readonly fullIds: ReadonlyMap<string, string>;
  readonly titles: ReadonlyMap<string, string>;
}

export async function readReferences(
  context: InsightContext,
  caller: Person,
  ids: readonly (string | null)[],
): Promise<References> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const [fullIds, titles] = await Promise.all([
    readFullIds(context.database, known),
    readVisibleTitles(context, caller, known),
  ]);
  return { fullIds, titles };
}

export const titleOf = ({ titles }: References, id: string | null): string | undefined => titles.get(id ?? '');

/** Returns the full id of an object whose title the caller can view. */
export const visibleId = (references: References, id: string | null): string | undefined =>
  titleOf(references, id) === undefined ? undefined : references.fullIds.get(id ?? '');
