import {
  type IdKind,
  type IdsOfCopy,
  kindOf,
  type PhaseDraft,
  type Release,
  type TaskDraft,
  type TemplateDraft,
  type VariableDraft,
} from '@slipway/domain';
import { type Connection, takenIds } from '@slipway/persistence';
import { newId } from '../environment/ids.ts';

/** Something that a client may have given an id. */
interface Identified {
  readonly id?: string | null;
}

/** How the ids of one draft are dealt with. */
export interface IdClaim {
  /** the thing with its own id when that is free and not used before in the draft, else with another */
  assign<T extends Identified>(thing: T): T;
  /** the id that a reference inside the draft now means */
  translate(id: string): string;
}

/** New ids for those of these that are taken. */
const renamedAmong = (ids: readonly string[], taken: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map(ids.filter((id) => taken.has(id)).map((id) => [id, newId(kindFor(id))]));

/** The claim of one draft; `beside` maps the renamed ids of other drafts of the same document. */
function claimBy(renamed: ReadonlyMap<string, string>, beside: ReadonlyMap<string, string>): IdClaim {
  const given = new Set<string>();
  const translate = (id: string): string => renamed.get(id) ?? beside.get(id) ?? id;
  const assign = <T extends Identified>(thing: T): T => {
    if (typeof thing.id !== 'string') return thing;
    const id = translate(thing.id);
    if (given.has(id)) return { ...thing, id: newId(kindFor(id)) };
    given.add(id);
    return id === thing.id ? thing : { ...thing, id };
  };
  return { assign, translate };
}

/** Ids that are taken are replaced throughout the draft: clients send back what they copied (compatibility.md, Identifiers). */
export const claimFor = async (connection: Connection, ids: readonly string[]): Promise<IdClaim> =>
  claimBy(renamedAmong(ids, await takenIds(connection, ids)), new Map());

const kinds: readonly IdKind[] = ['Release', 'Phase', 'Variable', 'GateCondition', 'Dependency', 'Link', 'Attachment'];
const kindFor = (id: string): IdKind => kinds.find((kind) => kind === kindOf(id)) ?? 'Task';

export const idOf = ({ id }: Identified): readonly string[] => (typeof id === 'string' ? [id] : []);
export const idsOfTask = (task: TaskDraft): readonly string[] => [
  ...idOf(task),
  ...(task.conditions ?? []).flatMap(idOf),
  ...(task.dependencies ?? []).flatMap(idOf),
  ...(task.attachments ?? []).flatMap(idOf),
  ...(task.tasks ?? []).flatMap(idsOfTask),
];
export const idsOfPhase = (phase: PhaseDraft): readonly string[] => [
  ...idOf(phase),
  ...(phase.tasks ?? []).flatMap(idsOfTask),
];
/** The ids that a template brings, with those of its parts. */
export const idsOfTemplate = (template: TemplateDraft): readonly string[] => [
  ...idOf(template),
  ...(template.phases ?? []).flatMap(idsOfPhase),
  ...(template.variables ?? []).flatMap(idOf),
  ...(template.attachments ?? []).flatMap(idOf),
];

export function taskWithin({ assign, translate }: IdClaim, draft: TaskDraft): TaskDraft {
  const task = assign(draft);
  const { attachments, conditions, creation, dependencies, links, inputs, tasks } = task;
  return {
    ...task,
    ...(creation?.templateId && { creation: { ...creation, templateId: translate(creation.templateId) } }),
    ...(tasks && { tasks: tasks.map((inner) => taskWithin({ assign, translate }, inner)) }),
    ...(conditions && { conditions: conditions.map(assign) }),
    ...(attachments && { attachments: attachments.map(assign) }),
    ...(dependencies && { dependencies: dependencies.map((one) => assign({ ...one, target: translate(one.target) })) }),
    ...(links && {
      links: links.map((link) => ({ ...link, source: translate(link.source), target: translate(link.target) })),
    }),
    ...(inputs && { inputs: inputs.map(translate) }),
  };
}

export function phaseWithin(claim: IdClaim, draft: PhaseDraft): PhaseDraft {
  const phase = claim.assign(draft);
  return { ...phase, ...(phase.tasks && { tasks: phase.tasks.map((task) => taskWithin(claim, task)) }) };
}

function templateWithin(claim: IdClaim, draft: TemplateDraft): TemplateDraft {
  const { phases, variables, attachments } = draft;
  return {
    ...claim.assign(draft),
    ...(variables && { variables: variables.map(claim.assign) }),
    ...(attachments && { attachments: attachments.map(claim.assign) }),
    ...(phases && { phases: phases.map((phase) => phaseWithin(claim, phase)) }),
  };
}

/** A template draft that keeps of its ids those that are free. */
export const claimTemplate = async (connection: Connection, draft: TemplateDraft): Promise<TemplateDraft> =>
  templateWithin(await claimFor(connection, idsOfTemplate(draft)), draft);

/**
 * The templates of one document, which keep the ids that are free and that no template before has. References between
 * them are updated, such as the template of a create-release task.
 */
export async function claimTemplates(
  connection: Connection,
  drafts: readonly TemplateDraft[],
): Promise<readonly TemplateDraft[]> {
  const all = drafts.map(idsOfTemplate);
  const taken = new Set(await takenIds(connection, all.flat()));
  const beside = new Map<string, string>();
  const renamings = all.map((ids) => {
    const renamed = renamedAmong(ids, taken);
    for (const id of ids) {
      const now = renamed.get(id) ?? id;
      taken.add(now);
      if (!beside.has(id)) beside.set(id, now);
    }
    return renamed;
  });
  return drafts.map((draft, index) => templateWithin(claimBy(renamings[index] ?? new Map(), beside), draft));
}

/** A task draft that keeps of its ids those that are free. */
export const claimTask = async (connection: Connection, draft: TaskDraft): Promise<TaskDraft> =>
  taskWithin(await claimFor(connection, idsOfTask(draft)), draft);

/** A phase draft that keeps of its ids those that are free. */
export const claimPhase = async (connection: Connection, draft: PhaseDraft): Promise<PhaseDraft> =>
  phaseWithin(await claimFor(connection, idsOfPhase(draft)), draft);

/** A copy whose parts keep the chosen ids that are free. */
export async function claimIdsOfCopy<C extends { readonly ids?: IdsOfCopy }>(command: C, connection: Connection) {
  if (command.ids === undefined) return command;
  const { assign } = await claimFor(connection, Object.values(command.ids));
  const claimed = Object.entries(command.ids).map(([original, id]) => [original, assign({ id }).id]);
  return { ...command, ids: Object.fromEntries(claimed) };
}

/** A variable draft that keeps its id if that is free. */
export const claimVariable = async (connection: Connection, draft: VariableDraft): Promise<VariableDraft> =>
  (await claimFor(connection, idOf(draft))).assign(draft);

/** Ids of variables of the release are references. All others stay if they are free. */
export async function claimVariables(
  connection: Connection,
  { variables }: Release,
  drafts: readonly VariableDraft[],
): Promise<readonly VariableDraft[]> {
  const ownIds = new Set<string | null | undefined>(variables.map(({ id }) => id));
  const isOwn = (draft: VariableDraft): boolean => ownIds.has(draft.id);
  const claim = await claimFor(connection, drafts.filter((draft) => !isOwn(draft)).flatMap(idOf));
  return drafts.map((draft) => (isOwn(draft) ? draft : claim.assign(draft)));
}
