import { propertyToScripts } from '@slipway/domain/configurations';
import { createEgress } from '@slipway/outbound-http';
import {
  isScriptOutput,
  missingInputs,
  type PluginType,
  type PluginTypes,
  passwordsOf,
  scriptOf,
} from '@slipway/plugins';
import {
  type Purpose,
  ReplayLog,
  type RunnerClient,
  runWithReplies,
  type ScriptHost,
  type ScriptRunResult,
} from '@slipway/script-protocol';
import { sshProtocol } from '@slipway/ssh-host';

type Values = Readonly<Record<string, unknown>>;

/** A configuration with its type, and its secrets in clear text. */
export type TestConnection = Values & { readonly type: string };

/** A task of an integration. */
export interface TestTask {
  readonly type: string;
  /** the input properties; a configuration as an object */
  readonly properties: Values;
  /** Aborts the task when it has scheduled its next script for the given time. */
  readonly abortAfter?: number;
  /** the time limit of a request */
  readonly timeoutMs?: number;
}

/** The result of a task. */
export interface TaskResult {
  /** null if the task has completed */
  readonly error: string | null;
  /** the values of the outputs that are set */
  readonly outputs: Values;
  readonly statusLine: string | null;
  readonly printed: string;
  /** the paths of its scripts in the order of their runs */
  readonly scripts: readonly string[];
  /** the pauses of the scripts, and the delays of scheduled scripts */
  readonly waitedSeconds: number;
}

/** The egress rules of the tests: only servers on loopback, without the time limit. */
export const loopback = {
  allow: [{ of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null }],
  ...{ deny: [], trace: [], own: () => [], allowUnverified: false },
} as const;
const maxScripts = 60;
const taskId = 'Applications/Release1/Phase1/Task1';
const startedAt = Date.UTC(2026, 0, 1);

/** The release of the task, as far as scripts of integrations read it. */
export const scriptSnapshot = {
  release: {
    ...{ id: 'Applications/Release1', type: 'xlrelease.Release', title: 'Release', status: 'IN_PROGRESS' },
    phases: [
      {
        ...{ id: 'Applications/Release1/Phase1', type: 'xlrelease.Phase', title: 'Phase', status: 'IN_PROGRESS' },
        tasks: [{ id: taskId, type: 'xlrelease.CustomScriptTask', title: 'Task', status: 'IN_PROGRESS' }],
      },
    ],
  },
  ...{ phaseId: 'Phase1', taskId: 'Task1', folder: { id: 'Applications', title: '' } },
  ...{ releaseVariables: [], globalVariables: [], folderVariables: [] },
};

const isConnection = (value: unknown): value is TestConnection =>
  typeof value === 'object' && value !== null && 'type' in value;

/**
 * Runs a task of an integration in the script runner, without a product and a database. Requests are real. Pauses take
 * no time.
 */
export async function runTask(runner: RunnerClient, types: PluginTypes, task: TestTask): Promise<TaskResult> {
  const type = types.get(task.type);
  if (type?.script == null) throw new Error(`there is no task type '${task.type}'`);
  const egress = createEgress(
    { ...loopback, timeoutMs: task.timeoutMs ?? 20_000 },
    { protocols: { 'ssh:': sshProtocol } },
  );
  const run = new TaskRun(runner, egress, types, type, task);
  try {
    return await run.toEnd(type.script.path);
  } finally {
    egress.stop();
  }
}

class TaskRun {
  readonly #runner: RunnerClient;
  readonly #egress: ReturnType<typeof createEgress>;
  readonly #type: PluginType;
  readonly #task: TestTask;
  readonly #connections: readonly TestConnection[];
  readonly #secrets: string[];
  readonly #scripts: string[] = [];
  readonly #outputs: Record<string, unknown> = {};
  #clock = startedAt;
  #printed = '';
  #statusLine: string | null = null;

  constructor(
    runner: RunnerClient,
    egress: ReturnType<typeof createEgress>,
    types: PluginTypes,
    type: PluginType,
    task: TestTask,
  ) {
    this.#runner = runner;
    this.#egress = egress;
    this.#type = type;
    this.#task = task;
    this.#connections = Object.values(task.properties).filter(isConnection);
    const own = passwordsOf(types, type.name).map((name) => task.properties[name]);
    const ofConnections = this.#connections.flatMap((connection) =>
      passwordsOf(types, connection.type).map((name) => connection[name]),
    );
    this.#secrets = [...own, ...ofConnections].filter((value) => typeof value === 'string' && value !== '') as string[];
  }

  async toEnd(first: string): Promise<TaskResult> {
    const missing = missingInputs(this.#type.properties, this.#inputs());
    if (missing.length > 0) return this.#result(`Required: ${missing.join(', ')}`);
    let path: string | null = first;
    while (path !== null) {
      if (this.#scripts.length === maxScripts) throw new Error(`${maxScripts} scripts have not ended the task`);
      const { error, scheduled } = await this.#runScript(path);
      if (error !== null) return this.#result(`${error.type}: ${error.message}`);
      path = scheduled?.script ?? null;
      if (path !== null && this.#scripts.length === this.#task.abortAfter) return await this.#abort();
      this.#clock += Math.max(scheduled?.seconds ?? 0, path === null ? 0 : 1) * 1_000;
    }
    return this.#result(null);
  }

  async #abort(): Promise<TaskResult> {
    const path = this.#type.abortScript?.path;
    if (path === undefined) return this.#result(null);
    const { error } = await this.#runScript(path);
    return this.#result(error === null ? null : `${error.type}: ${error.message}`);
  }

  async #runScript(path: string): Promise<ScriptRunResult> {
    this.#scripts.push(path);
    const { language, text, fault } = scriptOf(this.#type, path);
    if (fault !== null) throw new Error(fault);
    const { modules, properties } = this.#type;
    const began = this.#clock;
    const purpose: Purpose = path === this.#type.abortScript?.path ? 'abort' : 'task';
    const request = {
      ...{ language, script: text, packaged: true, modules: modules === null ? [] : [modules] },
      ...{ purpose, owner: 'Release1', snapshot: scriptSnapshot },
      inputs: JSON.parse(JSON.stringify(this.#inputs())),
      objects: properties.filter(({ name }) => isConnection(this.#task.properties[name])).map(({ name }) => name),
      wanted: properties.filter(isScriptOutput).map(({ name }) => name),
      secrets: this.#secrets,
    } as const;
    const journal = { began, seed: '0123456789abcdef'.repeat(2), entries: [] };
    const replayLog = new ReplayLog({ journal, reads: {}, computedMs: 0 });
    const outcome = await runWithReplies(this.#runner, request, this.#host(), replayLog, AbortSignal.timeout(50_000));
    if (!('answer' in outcome)) throw new Error('the script has not ended');
    this.#take(outcome.answer);
    return outcome.answer;
  }

  #inputs(): Values {
    return Object.fromEntries(
      this.#type.properties.map((property) => {
        const { name, kind, defaultValue } = property;
        const value = isScriptOutput(property)
          ? (this.#outputs[name] ?? defaultValue)
          : (this.#task.properties[name] ?? defaultValue);
        return [name, isConnection(value) ? value : propertyToScripts(kind, (value ?? null) as string | null)];
      }),
    );
  }

  #host(): ScriptHost {
    return {
      answer: async () => ({ refused: { type: 'Error', message: 'the test has no data of a release' } }),
      perform: async (effect) => {
        if (effect.does === 'sleep') {
          this.#clock += effect.ms;
          return { reply: { value: null }, at: this.#clock };
        }
        const connection = this.#connections.find(({ id }) => id === effect.connection);
        const reply = await this.#egress.send(effect, {
          secrets: this.#secrets.map((value) => ({ value, hosts: null })),
          connection: connection === undefined ? null : { id: String(connection.id), properties: connection },
          requester: 'Release1',
          signal: AbortSignal.timeout(50_000),
        });
        return { reply, at: this.#clock };
      },
    };
  }

  #take({ error, variables, actions, output }: ScriptRunResult): void {
    this.#printed += output;
    for (const action of actions) if (action.does === 'setStatusLine') this.#statusLine = action.text;
    if (error !== null) return;
    for (const [name, value] of Object.entries(variables)) this.#outputs[name] = value;
  }

  #result(error: string | null): TaskResult {
    const shown = this.#type.properties.filter(({ category }) => category === 'output').map(({ name }) => name);
    return {
      error,
      outputs: Object.fromEntries(
        shown.flatMap((name) => {
          const value = this.#outputs[name] ?? null;
          return value === null || value === '' ? [] : [[name, value]];
        }),
      ),
      statusLine: this.#statusLine,
      printed: this.#printed.trimEnd(),
      scripts: this.#scripts,
      waitedSeconds: (this.#clock - startedAt) / 1_000,
    };
  }
}
