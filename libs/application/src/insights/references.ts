import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { readFullIds } from '@slipway/persistence/folders';
import type { FactKey } from '@slipway/persistence/insights';
import { readVisibleTitles } from '../search/visible-titles.ts';
import type { InsightContext } from './selection.ts';

export const seconds = (ms: number): number => ms / 1_000;
export const secondsOf = (ms: number | null): number | undefined => (ms === null ? undefined : seconds(ms));

const keyForm = /^(-?\d{1,16}(?:\.\d{1,6})?)_((?:Release|Deployment)[^/]{1,250})$/;

/** Parses the position after a page. Throws Invalid. */
export function parseKey(text: string): FactKey {
  const [, value, id] = keyForm.exec(text) ?? [];
  if (value === undefined || id === undefined) throw new Invalid(message('page.after'));
  return { value: Number(value), id };
}

export const showKey = (key: FactKey | null): string | null => (key === null ? null : `${key.value}_${key.id}`);

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
