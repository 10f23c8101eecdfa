import type { Command, Fact, Input, PlanEdit, Release } from '@slipway/domain';
import type { Connection, Seal } from '@slipway/persistence';
import type { EngineContext } from '../decision/context.ts';
import { sealValue, sealVariable } from '../variables/seal-variable.ts';
import { claimEdits } from './claim-edits.ts';
import { claimIdsOfCopy, claimPhase, claimTask, claimVariable, claimVariables } from './claim-ids.ts';
import { sealByKey, sealPhaseDraft, sealRelease, sealTask, sealTaskDraft } from './seal-drafts.ts';
import { withTemplatePasswords } from './template-passwords.ts';

type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;

/** What is done to a command before the core sees it. */
interface Preparation<C> {
  /** seals the passwords that it brings; they are clear before */
  readonly seal: (command: C, seal: Seal, release: Release) => C;
  /** keeps of the ids that a client has chosen those that are free */
  readonly claim: (command: C, connection: Connection, release: Release) => Promise<C>;
}

const keep = <C>(command: C): C => command;
const keepIds = async <C>(command: C): Promise<C> => command;
/** It brings neither passwords nor ids of new things. */
const plain = { seal: keep, claim: keepIds } as const;

/** Contains every command, so that none with a password is missed. */
const preparations: { readonly [T in Command['type']]: Preparation<CommandOf<T>> } = {
  startTask: {
    seal: (command, seal, { variables }) => ({ ...command, values: sealByKey(seal, command.values, variables) }),
    claim: keepIds,
  },
  completeTask: {
    seal: (command, seal, { variables }) =>
      command.values === undefined ? command : { ...command, values: sealByKey(seal, command.values, variables) },
    claim: keepIds,
  },
  addTask: {
    seal: (command, seal) => ({ ...command, task: sealTaskDraft(seal, command.task) }),
    claim: async (command, connection) => ({ ...command, task: await claimTask(connection, command.task) }),
  },
  updateTask: {
    seal: (command, seal) => ({ ...command, patch: sealTask(seal, command.patch) }),
    claim: keepIds,
  },
  addPhase: {
    seal: (command, seal) => ({ ...command, phase: sealPhaseDraft(seal, command.phase) }),
    claim: async (command, connection) => ({ ...command, phase: await claimPhase(connection, command.phase) }),
  },
  updateRelease: {
    seal: (command, seal) => ({ ...command, patch: sealRelease(seal, command.patch) }),
    claim: keepIds,
  },
  addVariable: {
    seal: (command, seal) => ({ ...command, variable: sealVariable(seal, command.variable) }),
    claim: async (command, connection) => ({
      ...command,
      variable: await claimVariable(connection, command.variable),
    }),
  },
  updateVariable: {
    seal: (command, seal, release) => ({ ...command, patch: sealPatch(seal, release, command) }),
    claim: keepIds,
  },
  replaceVariables: {
    seal: (command, seal) => ({
      ...command,
      variables: command.variables.map((variable) => sealVariable(seal, variable)),
    }),
    claim: async (command, connection, release) => ({
      ...command,
      variables: await claimVariables(connection, release, command.variables),
    }),
  },
  changePlan: {
    seal: (command, seal, release) => ({
      ...command,
      edits: command.edits.map((edit) => preparationOf<PlanEdit['type']>(edit).seal(edit, seal, release)),
    }),
    claim: async (command, connection, release) => ({
      ...command,
      edits: await claimEdits(connection, release, command.edits),
    }),
  },
  failTask: plain,
  skipTask: plain,
  retryTask: plain,
  reopenTask: plain,
  abortTask: plain,
  startTaskNow: plain,
  commentTask: plain,
  attachToTask: plain,
  detachFromTask: plain,
  attachToRelease: plain,
  detachFromRelease: plain,
  assignTask: plain,
  lockTask: plain,
  unlockTask: plain,
  copyTask: { seal: keep, claim: claimIdsOfCopy },
  moveTask: plain,
  changeTaskType: plain,
  deleteTask: plain,
  addCondition: plain,
  updateCondition: plain,
  deleteCondition: plain,
  addDependency: plain,
  deleteDependency: plain,
  approveTask: plain,
  rejectTask: plain,
  withdrawApproval: plain,
  updatePhase: plain,
  copyPhase: { seal: keep, claim: claimIdsOfCopy },
  movePhase: plain,
  deletePhase: plain,
  startRelease: plain,
  abortRelease: plain,
  resumeRelease: plain,
  restartRelease: plain,
  deleteRelease: plain,
  deleteVariable: plain,
  replaceVariable: plain,
  moveTemplate: plain,
};

function sealPatch(
  seal: Seal,
  { variables }: Release,
  { variableId, patch }: CommandOf<'updateVariable'>,
): CommandOf<'updateVariable'>['patch'] {
  const variable = variables.find(({ id }) => id === variableId);
  if (variable === undefined || patch.value === undefined) return patch;
  return { ...patch, value: sealValue(seal, variable, patch.value) };
}

const preparationOf = <T extends Command['type']>(command: CommandOf<T>): Preparation<CommandOf<T>> =>
  preparations[command.type];

/** A command with its passwords sealed: from here on only sealed text is seen, stored or compared. */
export const sealCommand = (seal: Seal, release: Release, command: Command): Command =>
  preparationOf(command).seal(command, seal, release);

const claimCommand = async (connection: Connection, release: Release, command: Command): Promise<Command> =>
  await preparationOf(command).claim(command, connection, release);

/** New objects of a script keep their ids if these are free. Its passwords are already encrypted. */
async function claimFact(connection: Connection, release: Release, fact: Fact): Promise<Fact> {
  if (fact.type !== 'scriptFinished' && fact.type !== 'scriptScheduled') return fact;
  const actions: Command[] = [];
  for (const action of fact.actions) actions.push(await claimCommand(connection, release, action));
  return { ...fact, actions };
}

/**
 * An input as the core may see it: passwords sealed, and of the ids that a client has chosen those kept that are free.
 * One without any costs nothing. Throws Invalid.
 */
export async function prepareInput(
  { seal }: Pick<EngineContext, 'seal'>,
  connection: Connection,
  release: Release,
  input: Input,
): Promise<Input> {
  if (input.kind === 'fact') return { ...input, fact: await claimFact(connection, release, input.fact) };
  const command = await withTemplatePasswords(connection, input.command);
  return { ...input, command: await claimCommand(connection, release, sealCommand(seal, release, command)) };
}
