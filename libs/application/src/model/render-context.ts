import type { RenderContext } from '@slipway/api-schema/format';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type Locations, readLocations } from '@slipway/persistence/folders';
import type { ReadContext } from './context.ts';
import { filterVisible } from './require-permission.ts';

/** The context for rendering, with the archived objects that references may name. */
export type ReferenceContext = RenderContext & { readonly archived: Locations['archived'] };

/**
 * Returns the context to render an object for a caller, from the loaded locations of its references. References to
 * hidden objects are rendered like references to missing ones.
 */
export async function contextFromReferences(
  typePrefix: string,
  { fullIds: full, archived, accessAttributes: attributesById }: Locations,
  person: Person,
): Promise<ReferenceContext> {
  const visible = await filterVisible(person, attributesById);
  return {
    prefix: typePrefix,
    elsewhere: new Map([...full].filter(([id]) => visible.has(id))),
    archived: new Map([...archived].filter(([id]) => visible.has(id))),
  };
}

/** The context for rendering objects without references. */
export const contextWithoutReferences = ({ typePrefix }: Pick<ReadContext, 'typePrefix'>): RenderContext => ({
  prefix: typePrefix,
  elsewhere: new Map(),
});

/** Returns the context to render an object with these references for a caller, with at most one statement. */
export const renderContextFor = async (
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  ids: readonly string[],
  person: Person,
): Promise<ReferenceContext> => contextFromReferences(typePrefix, await readLocations(database, ids), person);

/** Returns the context with all references, independent of the caller. */
export async function renderContextForAll(
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  ids: readonly string[],
): Promise<ReferenceContext> {
  const { fullIds: full, archived } = await readLocations(database, ids);
  return { prefix: typePrefix, elsewhere: full, archived };
}

/** Returns the ids of visible objects among these. Runs no statement for a caller who can view everything. */
export async function findVisibleIds(
  { database }: Pick<ReadContext, 'database'>,
  ids: readonly string[],
  person: Person,
): Promise<ReadonlySet<string>> {
  if (person.visibility(neededToRead.releases).scopes === null) return new Set(ids);
  return await filterVisible(person, (await readLocations(database, ids)).accessAttributes);
}
