import {
  type Command,
  type Fact,
  type IdKind,
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
interface Claim {
  /** the thing with its own id when that is free and not used before in the draft, else with another */
  own<T extends Identified>(thing: T): T;
  /** the id that a reference inside the draft now means */
  follow(id: string): string;
}

/** Ids that are taken are replaced throughout the draft: clients send back what they copied (decisions.md, Identifiers). */
async function claimFor(connection: Connection, ids: readonly string[]): Promise<Claim> {
  const taken = await takenIds(connection, ids);
  const renamed = new Map([...taken].map((id) => [id, newId(kindFor(id))]));
  const given = new Set<string>();
  const follow = (id: string): string => renamed.get(id) ?? id;
  const own = <T extends Identified>(thing: T): T => {
    if (typeof thing.id !== 'string') return thing;
    const id = follow(thing.id);
    if (given.has(id)) return { ...thing, id: newId(kindFor(id)) };
    given.add(id);
    return id === thing.id ? thing : { ...thing, id };
  };
  return { own, follow };
}

const kinds: readonly IdKind[] = ['Release', 'Phase', 'Variable', 'GateCondition', 'Dependency', 'Link'];
const kindFor = (id: string): IdKind => kinds.find((kind) => kind === kindOf(id)) ?? 'Task';

const idOf = ({ id }: Identified): readonly string[] => (typeof id === 'string' ? [id] : []);
const idsOfTask = (task: TaskDraft): readonly string[] => [
  ...idOf(task),
  ...(task.conditions ?? []).flatMap(idOf),
  ...(task.dependencies ?? []).flatMap(idOf),
  ...(task.tasks ?? []).flatMap(idsOfTask),
];
const idsOfPhase = (phase: PhaseDraft): readonly string[] => [
  ...idOf(phase),
  ...(phase.tasks ?? []).flatMap(idsOfTask),
];
const idsOfTemplate = (template: TemplateDraft): readonly string[] => [
  ...idOf(template),
  ...(template.phases ?? []).flatMap(idsOfPhase),
  ...(template.variables ?? []).flatMap(idOf),
];

function claimTask({ own, follow }: Claim, draft: TaskDraft): TaskDraft {
  const task = own(draft);
  const { conditions, dependencies, links, inputs, tasks } = task;
  return {
    ...task,
    ...(tasks && { tasks: tasks.map((inner) => claimTask({ own, follow }, inner)) }),
    ...(conditions && { conditions: conditions.map(own) }),
    ...(dependencies && { dependencies: dependencies.map((one) => own({ ...one, target: follow(one.target) })) }),
    ...(links && {
      links: links.map((link) => ({ ...link, source: follow(link.source), target: follow(link.target) })),
    }),
    ...(inputs && { inputs: inputs.map(follow) }),
  };
}

function claimPhase(claim: Claim, draft: PhaseDraft): PhaseDraft {
  const phase = claim.own(draft);
  return { ...phase, ...(phase.tasks && { tasks: phase.tasks.map((task) => claimTask(claim, task)) }) };
}

/** A template draft that keeps of its ids those that are free. */
export async function claimTemplate(connection: Connection, draft: TemplateDraft): Promise<TemplateDraft> {
  const claim = await claimFor(connection, idsOfTemplate(draft));
  const { phases, variables } = draft;
  return {
    ...claim.own(draft),
    ...(variables && { variables: variables.map(claim.own) }),
    ...(phases && { phases: phases.map((phase) => claimPhase(claim, phase)) }),
  };
}

/** The ids of the release's own variables say which is meant; of all others those stay that are free. */
async function claimVariables(
  connection: Connection,
  { variables }: Release,
  drafts: readonly VariableDraft[],
): Promise<readonly VariableDraft[]> {
  const isOwn = (draft: VariableDraft): boolean => variables.some(({ id }) => id === draft.id);
  const claim = await claimFor(connection, drafts.filter((draft) => !isOwn(draft)).flatMap(idOf));
  return drafts.map((draft) => (isOwn(draft) ? draft : claim.own(draft)));
}

/** A command that keeps of its new things' ids those that are free; commands without such ids cost nothing. */
export async function claimCommand(connection: Connection, release: Release, command: Command): Promise<Command> {
  if (command.type === 'addTask') {
    return { ...command, task: claimTask(await claimFor(connection, idsOfTask(command.task)), command.task) };
  }
  if (command.type === 'addPhase') {
    return { ...command, phase: claimPhase(await claimFor(connection, idsOfPhase(command.phase)), command.phase) };
  }
  if (command.type === 'addVariable') {
    return { ...command, variable: (await claimFor(connection, idOf(command.variable))).own(command.variable) };
  }
  if (command.type === 'replaceVariables') {
    return { ...command, variables: await claimVariables(connection, release, command.variables) };
  }
  return command;
}

/** What a script asks for keeps of its new things' ids those that are free; its passwords are sealed already. */
export async function claimFact(connection: Connection, release: Release, fact: Fact): Promise<Fact> {
  if (fact.type !== 'scriptFinished') return fact;
  const actions: Command[] = [];
  for (const action of fact.actions) actions.push(await claimCommand(connection, release, action));
  return { ...fact, actions };
}
