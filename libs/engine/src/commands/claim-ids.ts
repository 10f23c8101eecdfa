import type { IdKind } from '@slipway/domain/decision';
import { kindOf } from '@slipway/domain/ids';
import type { TemplateDraft } from '@slipway/domain/model';
import { claimInTemplate, type IdClaim, idsOfTemplate } from '@slipway/domain/plans';
import type { Connection } from '@slipway/persistence/database';
import { findTakenIds } from '@slipway/persistence/plans';
import { newId } from '../environment/ids.ts';

/** New ids for those of these that are taken. */
const renameTaken = (ids: readonly string[], takenIds: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map(ids.filter((id) => takenIds.has(id)).map((id) => [id, newId(toIdKind(id))]));

/** The claim of one draft; `beside` maps the renamed ids of other drafts of the same document. */
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

/** Ids that are taken are replaced throughout the draft: clients send back what they copied (compatibility.md, Identifiers). */
export const createIdClaim = async (connection: Connection, ids: readonly string[]): Promise<IdClaim> =>
  createClaim(renameTaken(ids, await findTakenIds(connection, ids)), new Map());

const kinds: readonly IdKind[] = ['Release', 'Phase', 'Variable', 'GateCondition', 'Dependency', 'Link', 'Attachment'];
const toIdKind = (id: string): IdKind => kinds.find((kind) => kind === kindOf(id)) ?? 'Task';

/** A template draft that keeps of its ids those that are free. */
export const claimTemplate = async (connection: Connection, draft: TemplateDraft): Promise<TemplateDraft> =>
  claimInTemplate(await createIdClaim(connection, idsOfTemplate(draft)), draft);

/**
 * The templates of one document, which keep the ids that are free and that no template before has. References between
 * them are updated, such as the template of a create-release task.
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
