import { handle } from '../commands/handle.ts';
import type { Creator, Env, IdKind } from '../decision/env.ts';
import type { Caller, Command, Fact, Input, TaskCollaboration, TaskTransition } from '../decision/inputs.ts';
import type { Outcome } from '../decision/outcome.ts';
import type { Attachment } from '../model/attachment.ts';
import type { Link } from '../model/own-fields.ts';
import type { Permission } from '../model/permissions.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { taskOf } from '../model/plan.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive, type Task } from '../model/task.ts';
import { blankVariable, type Variable, type VariableValue } from '../model/variable.ts';
import { noon, pluginType } from './notation.ts';

/** The creators of releases of tasks: each user exists and has all permissions. */
class Everybody extends Map<string, Creator | null> {
  override get(): Creator {
    return { caller: caller(), there: caller() };
  }
}
export const everybody: ReadonlyMap<string, Creator | null> = new Everybody();

/** Users of every name, as it is written. */
class EveryName extends Map<string, string | null> {
  override get(name: string): string {
    return name;
  }
}
export const everyName: ReadonlyMap<string, string | null> = new EveryName();

/** The same texts for every id. */
class Everywhere<T> extends Map<string, T> {
  readonly #texts: T;
  constructor(texts: T) {
    super();
    this.#texts = texts;
  }
  override get(): T {
    return this.#texts;
  }
}
const blankTexts = {
  passives: new Everywhere(blankTaskPassive),
  phasePassives: new Everywhere(blankPhasePassive),
  releasePassives: new Everywhere(blankReleasePassive),
};

/** Noon, numbered ids (`Taskn1`, `Scriptn2`), and a world without other data. */
export function env(overrides: Partial<Env> = {}): Env {
  let made = 0;
  const newId = (kind: IdKind) => {
    made += 1;
    return `${kind}n${made}`;
  };
  const world = {
    ...blankTexts,
    blackouts: [],
    variables: new Map(),
    creators: everybody,
    runningCreated: 0,
    users: everyName,
    teams: null,
  };
  const sealPassword = (text: string): string => `v1.00000000.${text}`;
  return { now: noon, newId, sealPassword, automatedTypes: new Set([pluginType]), world, ...overrides };
}

/** A user with all permissions except the denied ones. */
export const caller = (username = 'amy', ...denied: readonly Permission[]): Caller => ({
  username,
  roles: [],
  teams: [],
  may: (permission) => !denied.includes(permission),
});

/** A command, by default of amy. */
export const command = (asked: Command, by = caller()): Input => ({
  kind: 'command',
  caller: by,
  there: by,
  command: asked,
});

/** A fact. */
export const fact = (reported: Fact): Input => ({ kind: 'fact', fact: reported });

/** Time has passed, or the plan is to be checked again. */
export const timePassed: Input = fact({ type: 'timePassed' });

/** The verbs that take a task and at most a comment. */
export type Verb = Exclude<(TaskTransition | TaskCollaboration)['type'], 'startTask' | 'assignTask'>;

/** A verb on the task of this name. */
export const onTask = (type: Verb, name: string, comment?: string): Input =>
  command({ type, taskId: `Task${name}`, ...(comment !== undefined && { comment }) });

/** A script ended: well with true or false, badly with a text. Scripts of a sketch are named for their task. */
export const finished = (name: string, answer: boolean | string, ...actions: readonly Command[]): Input =>
  fact({
    type: 'scriptFinished',
    runId: `Script${name}`,
    attempt: 0,
    result:
      typeof answer === 'string'
        ? { ended: 'badly', error: answer, output: null }
        : { ended: 'well', value: answer, output: null },
    actions,
  });

/** Links between tasks by name: `links('a>b b>c')`. */
export const links = (arrows: string): readonly Link[] =>
  arrows.split(' ').map((arrow) => {
    const [source = '', target = ''] = arrow.split('>');
    return { id: `Link${source}${target}`, source: `Task${source}`, target: `Task${target}` };
  });

/** An attachment whose file has this name. */
export const attachment = (name: string): Attachment => ({
  id: `Attachment${name}`,
  content: `content-${name}`,
  name,
  contentType: 'text/plain',
  size: name.length,
  checksum: '0'.repeat(64),
});

/** A required text variable; `more` overrides its fields. */
export const variable = (key: string, value: VariableValue = null, more: Partial<Variable> = {}): Variable => ({
  ...blankVariable,
  id: `Variable${key}`,
  key,
  value,
  ...more,
});

/** The outcome of an input, with the releases it made; an error when something of the world is missing. */
export function decided(release: Release, input: Input, world: Env = env()) {
  const decision = handle(release, input, world);
  if (decision.kind === 'wants') throw new Error(`wants ${JSON.stringify(decision.wants)}`);
  return { ...decision.outcome, created: decision.created };
}

/** The release after some inputs, each in the same world. */
export const once = (release: Release, world: Env, ...inputs: readonly Input[]): Release =>
  inputs.reduce((current, input) => decided(current, input, world).release, release);

/** The log of an outcome: `TASK_COMPLETED compile`, in order. */
export const log = ({ entries }: Pick<Outcome, 'entries'>): readonly string[] =>
  entries.map(({ activityType, targetType, targetId }) => `${activityType} ${targetId.slice(targetType.length)}`);

/** The task of this name. */
export const task = (release: Release, name: string): Task => taskOf(release, `Task${name}`);

/** The refusal of an input: its class and message. Throws if the input is not refused. */
export function refusal(release: Release, input: Input, world: Env = env()): string {
  try {
    decided(release, input, world);
  } catch (thrown) {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  }
  throw new Error('was not refused');
}
