import { handle } from '../commands/handle.ts';
import type { Command, Fact, Input } from '../commands/registry.ts';
import type { Creator, Env, IdKind } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Outcome } from '../decision/outcome.ts';
import type { Attachment } from '../model/attachment.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { Link } from '../model/own-fields.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { taskOf } from '../model/plan.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive, type Task } from '../model/task.ts';
import { blankVariable, type Variable, type VariableValue } from '../model/variable.ts';
import { noon, pluginType } from './notation.ts';

/** Creators for create-release tasks: each user exists and has all permissions. */
class AllCreators extends Map<string, Creator | null> {
  override get(): Creator {
    return { caller: caller(), callerAtTarget: caller() };
  }
}
export const allCreators: ReadonlyMap<string, Creator | null> = new AllCreators();

/** A map in which each username exists unchanged. */
class AllUsers extends Map<string, string | null> {
  override get(name: string): string {
    return name;
  }
}
export const allUsers: ReadonlyMap<string, string | null> = new AllUsers();

/** A map with the same texts for each id. */
class SameForAllIds<T> extends Map<string, T> {
  readonly #texts: T;
  constructor(texts: T) {
    super();
    this.#texts = texts;
  }
  override get(): T {
    return this.#texts;
  }
}
const blankPassives = {
  passives: new SameForAllIds(blankTaskPassive),
  phasePassives: new SameForAllIds(blankPhasePassive),
  releasePassives: new SameForAllIds(blankReleasePassive),
};

/** Returns an environment at noon, with numbered ids (`Taskn1`, `Scriptn2`) and without other data. */
export function env(overrides: Partial<Env> = {}): Env {
  let idCount = 0;
  const newId = (kind: IdKind) => {
    idCount += 1;
    return `${kind}n${idCount}`;
  };
  const environment = {
    ...blankPassives,
    blackouts: [],
    variables: new Map(),
    creators: allCreators,
    runningCreated: 0,
    users: allUsers,
    teams: null,
  };
  const sealPassword = (text: string): string => `v1.00000000.${text}`;
  return { now: noon, newId, sealPassword, automatedTypes: new Set([pluginType]), data: environment, ...overrides };
}

/** Returns a user with all permissions except the denied ones. */
export const caller = (username = 'amy', ...denied: readonly Permission[]): Caller => ({
  username,
  roles: [],
  teams: [],
  may: (permission) => !denied.includes(permission),
});

/** Returns a command, by default of amy. */
export const command = (request: Command, by = caller()): Input => ({
  kind: 'command',
  caller: by,
  callerAtTarget: by,
  command: request,
});

export const fact = (reportedFact: Fact): Input => ({ kind: 'fact', fact: reportedFact });

/** Settles the plan again, and applies all changes that are due at the current time. */
export const timePassed: Input = fact({ type: 'timePassed' });

/** The commands on a task without parameters other than a comment. */
export type Verb =
  | `${'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort' | 'comment' | 'lock' | 'unlock'}Task`
  | 'startTaskNow';

/** Returns a command on the task with this name. */
export const onTask = (type: Verb, name: string, comment?: string): Input =>
  command({ type, taskId: `Task${name}`, ...(comment !== undefined && { comment }) });

/**
 * Returns the end of a script: successful with a boolean result, failed with an error text. Its run has the name of the
 * task.
 */
export const finished = (name: string, resultOrError: boolean | string, ...actions: readonly Command[]): Input =>
  fact({
    type: 'scriptFinished',
    runId: `Script${name}`,
    attempt: 0,
    result:
      typeof resultOrError === 'string'
        ? { status: 'failed', error: resultOrError, output: null }
        : { status: 'succeeded', value: resultOrError, output: null },
    actions,
  });

/** Returns links between tasks by name: `links('a>b b>c')`. */
export const links = (arrows: string): readonly Link[] =>
  arrows.split(' ').map((arrow) => {
    const [source = '', target = ''] = arrow.split('>');
    return { id: `Link${source}${target}`, source: `Task${source}`, target: `Task${target}` };
  });

/** Returns an attachment with this file name. */
export const attachment = (name: string): Attachment => ({
  id: `Attachment${name}`,
  content: `content-${name}`,
  name,
  contentType: 'text/plain',
  size: name.length,
  checksum: '0'.repeat(64),
});

/** Returns a required text variable; `fields` override the defaults. */
export const variable = (key: string, value: VariableValue = null, fields: Partial<Variable> = {}): Variable => ({
  ...blankVariable,
  id: `Variable${key}`,
  key,
  value,
  ...fields,
});

/** Returns the outcome of an input, with the created releases. Throws if data is missing. */
export function decide(release: Release, input: Input, environment: Env = env()) {
  const decision = handle(release, input, environment);
  if (decision.kind === 'missingData')
    throw new Error(`the decision requires ${JSON.stringify(decision.requirements)}`);
  return { ...decision.outcome, created: decision.created };
}

/** Returns the release after some inputs, all in the same environment. */
export const applyInputs = (release: Release, environment: Env, ...inputs: readonly Input[]): Release =>
  inputs.reduce((current, input) => decide(current, input, environment).release, release);

/** Returns the log of an outcome in order, such as `TASK_COMPLETED compile`. */
export const log = ({ entries }: Pick<Outcome, 'entries'>): readonly string[] =>
  entries.map(({ activityType, targetType, targetId }) => `${activityType} ${targetId.slice(targetType.length)}`);

/** Returns the task with this name. */
export const task = (release: Release, name: string): Task => taskOf(release, `Task${name}`);

/** Returns the class and message of the refusal of an input. Throws if the input is not refused. */
export function refusal(release: Release, input: Input, environment: Env = env()): string {
  try {
    decide(release, input, environment);
  } catch (error) {
    if (error instanceof Error) return `${error.name}: ${error.message}`;
  }
  throw new Error('was not refused');
}
