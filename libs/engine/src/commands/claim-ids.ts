import type { IdKind } from '@slipway/domain/decision';
import { kindOf } from '@slipway/domain/ids';
import type { TemplateDraft } from '@slipway/domain/model';
import { claimInTemplate, type IdClaim, idsOfTemplate } from '@slipway/domain/plans';
import type { Connection } from '@slipway/persistence/database';
import { findTakenIds } from '@slipway/persistence/plans';
import { newId } from '../environment/ids.ts';

/** Maps each taken id to a new one. */
const renameTaken = (ids: readonly string[], takenIds: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map(ids.filter((id) => takenIds.has(id)).map((id) => [id, newId(toIdKind(id))]));

/** The id claim of one draft. `otherRenames` maps the renamed ids of other drafts in the same document. */
function createClaim(renamed: ReadonlyMap<string, string>, otherRenames: ReadonlyMap<string, string>): IdClaim {
  const assignedIds = new Set<string>();
  const translate = (id: string): string => renamed.get(id) ?? otherRenames.get(id) ?? id;
  const assign = <T extends { readonly id?: string | null }>(object: T): T => {
    if (typeof object.id !== 'string') return object;
    const id = translate(object.id);
    if (assignedIds.has(id)) return { ...object, id: newId(toIdKind(id)) };
    assignedIds.add(id);
    return id === object.id ? object : { ...object, id };
  };
  return { assign, translate };
}

/**
 * Returns a claim that replaces taken ids throughout the draft, because clients send back copied objects
 * (compatibility.md, Identifiers).
 */
export const createIdClaim = async (connection: Connection, ids: readonly string[]): Promise<IdClaim> =>
  createClaim(renameTaken(ids, await findTakenIds(connection, ids)), new Map());

const kinds: readonly IdKind[] = ['Release', 'Phase', 'Variable', 'GateCondition', 'Dependency', 'Link', 'Attachment'];
const toIdKind = (id: string): IdKind => kinds.find((kind) => kind === kindOf(id)) ?? 'Task';

/** Returns the template draft with a new id for each taken id. */
export const claimTemplate = async (connection: Connection, draft: TemplateDraft): Promise<TemplateDraft> =>
  claimInTemplate(await createIdClaim(connection, idsOfTemplate(draft)), draft);

/**
 * Returns the template drafts of one document. A draft keeps an id if it is free and no earlier draft uses it.
 * References between the drafts are updated, such as the template of a create-release task.
 */
export async function claimTemplates(
  connection: Connection,
  drafts: readonly TemplateDraft[],
): Promise<readonly TemplateDraft[]> {
  const idLists = drafts.map(idsOfTemplate);
  const takenIds = new Set(await findTakenIds(connection, idLists.flat()));
  const otherRenames = new Map<string, string>();
  const renamings = idLists.map((ids) => {
    const renamed = renameTaken(ids, takenIds);
    for (const id of ids) {
      const finalId = renamed.get(id) ?? id;
      takenIds.add(finalId);
      if (!otherRenames.has(id)) otherRenames.set(id, finalId);
    }
    return renamed;
  });
  return drafts.map((draft, index) => claimInTemplate(createClaim(renamings[index] ?? new Map(), otherRenames), draft));
}
