import type { CopyIds, IdKind } from '@slipway/domain/decision';
import { kindOf } from '@slipway/domain/ids';
import type { PhaseDraft, Release, TaskDraft, TemplateDraft, VariableDraft } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { findTakenIds } from '@slipway/persistence/plans';
import { newId } from '../environment/ids.ts';

/** Something that a client may have given an id. */
interface Identified {
  readonly id?: string | null;
}

/** How the ids of one draft are dealt with. */
export interface IdClaim {
  /** the thing with its own id when that is free and not used before in the draft, else with another */
  assign<T extends Identified>(object: T): T;
  /** the id that a reference inside the draft now means */
  translate(id: string): string;
}

/** New ids for those of these that are taken. */
const renameTaken = (ids: readonly string[], takenIds: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map(ids.filter((id) => takenIds.has(id)).map((id) => [id, newId(toIdKind(id))]));

/** The claim of one draft; `beside` maps the renamed ids of other drafts of the same document. */
function createClaim(renamed: ReadonlyMap<string, string>, otherRenames: ReadonlyMap<string, string>): IdClaim {
  const assignedIds = new Set<string>();
  const translate = (id: string): string => renamed.get(id) ?? otherRenames.get(id) ?? id;
  const assign = <T extends Identified>(object: T): T => {
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

export const ownId = ({ id }: Identified): readonly string[] => (typeof id === 'string' ? [id] : []);
export const idsOfTask = (task: TaskDraft): readonly string[] => [
  ...ownId(task),
  ...(task.conditions ?? []).flatMap(ownId),
  ...(task.dependencies ?? []).flatMap(ownId),
  ...(task.attachments ?? []).flatMap(ownId),
  ...(task.tasks ?? []).flatMap(idsOfTask),
];
export const idsOfPhase = (phase: PhaseDraft): readonly string[] => [
  ...ownId(phase),
  ...(phase.tasks ?? []).flatMap(idsOfTask),
];
/** The ids that a template brings, with those of its parts. */
export const idsOfTemplate = (template: TemplateDraft): readonly string[] => [
  ...ownId(template),
  ...(template.phases ?? []).flatMap(idsOfPhase),
  ...(template.variables ?? []).flatMap(ownId),
  ...(template.attachments ?? []).flatMap(ownId),
];

export function claimInTask({ assign, translate }: IdClaim, draft: TaskDraft): TaskDraft {
  const task = assign(draft);
  const { attachments, conditions, creation, dependencies, links, inputs, tasks } = task;
  return {
    ...task,
    ...(creation?.templateId && { creation: { ...creation, templateId: translate(creation.templateId) } }),
    ...(tasks && { tasks: tasks.map((child) => claimInTask({ assign, translate }, child)) }),
    ...(conditions && { conditions: conditions.map(assign) }),
    ...(attachments && { attachments: attachments.map(assign) }),
    ...(dependencies && {
      dependencies: dependencies.map((dependency) => assign({ ...dependency, target: translate(dependency.target) })),
    }),
    ...(links && {
      links: links.map((link) => ({ ...link, source: translate(link.source), target: translate(link.target) })),
    }),
    ...(inputs && { inputs: inputs.map(translate) }),
  };
}

export function claimInPhase(claim: IdClaim, draft: PhaseDraft): PhaseDraft {
  const phase = claim.assign(draft);
  return { ...phase, ...(phase.tasks && { tasks: phase.tasks.map((task) => claimInTask(claim, task)) }) };
}

function claimInTemplate(claim: IdClaim, draft: TemplateDraft): TemplateDraft {
  const { phases, variables, attachments } = draft;
  return {
    ...claim.assign(draft),
    ...(variables && { variables: variables.map(claim.assign) }),
    ...(attachments && { attachments: attachments.map(claim.assign) }),
    ...(phases && { phases: phases.map((phase) => claimInPhase(claim, phase)) }),
  };
}

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

/** A task draft that keeps of its ids those that are free. */
export const claimTask = async (connection: Connection, draft: TaskDraft): Promise<TaskDraft> =>
  claimInTask(await createIdClaim(connection, idsOfTask(draft)), draft);

/** A phase draft that keeps of its ids those that are free. */
export const claimPhase = async (connection: Connection, draft: PhaseDraft): Promise<PhaseDraft> =>
  claimInPhase(await createIdClaim(connection, idsOfPhase(draft)), draft);

/** A copy whose parts keep the chosen ids that are free. */
export async function claimIdsOfCopy<C extends { readonly ids?: CopyIds }>(command: C, connection: Connection) {
  if (command.ids === undefined) return command;
  const { assign } = await createIdClaim(connection, Object.values(command.ids));
  const claimed = Object.entries(command.ids).map(([original, id]) => [original, assign({ id }).id]);
  return { ...command, ids: Object.fromEntries(claimed) };
}

/** A variable draft that keeps its id if that is free. */
export const claimVariable = async (connection: Connection, draft: VariableDraft): Promise<VariableDraft> =>
  (await createIdClaim(connection, ownId(draft))).assign(draft);

/** Ids of variables of the release are references. All others stay if they are free. */
export async function claimVariables(
  connection: Connection,
  { variables }: Release,
  drafts: readonly VariableDraft[],
): Promise<readonly VariableDraft[]> {
  const ownIds = new Set<string | null | undefined>(variables.map(({ id }) => id));
  const isOwn = (draft: VariableDraft): boolean => ownIds.has(draft.id);
  const claim = await createIdClaim(connection, drafts.filter((draft) => !isOwn(draft)).flatMap(ownId));
  return drafts.map((draft) => (isOwn(draft) ? draft : claim.assign(draft)));
}
