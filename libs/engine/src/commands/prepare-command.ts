import type { Command, Fact, Input, PlanEdit } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import type { Seal } from '@slipway/persistence/secrets';
import type { EngineContext } from '../decision/engine-context.ts';
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

const returnCommand = <C>(command: C): C => command;
const returnCommandAsync = async <C>(command: C): Promise<C> => command;
/** It brings neither passwords nor ids of new things. */
const noPreparation = { seal: returnCommand, claim: returnCommandAsync } as const;

/** Contains every command, so that none with a password is missed. */
const preparations: { readonly [T in Command['type']]: Preparation<CommandOf<T>> } = {
  startTask: {
    seal: (command, seal, { variables }) => ({ ...command, values: sealByKey(seal, command.values, variables) }),
    claim: returnCommandAsync,
  },
  completeTask: {
    seal: (command, seal, { variables }) =>
      command.values === undefined ? command : { ...command, values: sealByKey(seal, command.values, variables) },
    claim: returnCommandAsync,
  },
  addTask: {
    seal: (command, seal) => ({ ...command, task: sealTaskDraft(seal, command.task) }),
    claim: async (command, connection) => ({ ...command, task: await claimTask(connection, command.task) }),
  },
  updateTask: {
    seal: (command, seal) => ({ ...command, patch: sealTask(seal, command.patch) }),
    claim: returnCommandAsync,
  },
  addPhase: {
    seal: (command, seal) => ({ ...command, phase: sealPhaseDraft(seal, command.phase) }),
    claim: async (command, connection) => ({ ...command, phase: await claimPhase(connection, command.phase) }),
  },
  updateRelease: {
    seal: (command, seal) => ({ ...command, patch: sealRelease(seal, command.patch) }),
    claim: returnCommandAsync,
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
    claim: returnCommandAsync,
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
      edits: command.edits.map((edit) => findPreparation<PlanEdit['type']>(edit).seal(edit, seal, release)),
    }),
    claim: async (command, connection, release) => ({
      ...command,
      edits: await claimEdits(connection, release, command.edits),
    }),
  },
  failTask: noPreparation,
  skipTask: noPreparation,
  retryTask: noPreparation,
  reopenTask: noPreparation,
  abortTask: noPreparation,
  startTaskNow: noPreparation,
  commentTask: noPreparation,
  attachToTask: noPreparation,
  detachFromTask: noPreparation,
  attachToRelease: noPreparation,
  detachFromRelease: noPreparation,
  assignTask: noPreparation,
  lockTask: noPreparation,
  unlockTask: noPreparation,
  copyTask: { seal: returnCommand, claim: claimIdsOfCopy },
  moveTask: noPreparation,
  changeTaskType: noPreparation,
  deleteTask: noPreparation,
  addCondition: noPreparation,
  updateCondition: noPreparation,
  deleteCondition: noPreparation,
  addDependency: noPreparation,
  deleteDependency: noPreparation,
  approveTask: noPreparation,
  rejectTask: noPreparation,
  withdrawApproval: noPreparation,
  updatePhase: noPreparation,
  copyPhase: { seal: returnCommand, claim: claimIdsOfCopy },
  movePhase: noPreparation,
  deletePhase: noPreparation,
  startRelease: noPreparation,
  abortRelease: noPreparation,
  resumeRelease: noPreparation,
  restartRelease: noPreparation,
  deleteRelease: noPreparation,
  deleteVariable: noPreparation,
  replaceVariable: noPreparation,
  moveTemplate: noPreparation,
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

const findPreparation = <T extends Command['type']>(command: CommandOf<T>): Preparation<CommandOf<T>> =>
  preparations[command.type];

/** A command with its passwords sealed: from here on only sealed text is seen, stored or compared. */
export const sealCommand = (seal: Seal, release: Release, command: Command): Command =>
  findPreparation(command).seal(command, seal, release);

const claimCommand = async (connection: Connection, release: Release, command: Command): Promise<Command> =>
  await findPreparation(command).claim(command, connection, release);

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
