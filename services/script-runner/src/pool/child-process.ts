import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lineTimes, type ScriptError, scriptError } from '@slipway/script-protocol';
import { z } from 'zod';
import type { Language } from '../sandbox/language.ts';
import type { Confinement } from './confinement.ts';
import type { PoolSettings, Settings } from './settings.ts';

/** A module in JavaScript with the keys of its imports, or with its compile error. */
export interface TranslatedModule {
  readonly code: string;
  readonly needs: readonly string[];
  readonly fault: ScriptError | null;
}

/**
 * The modules that a script may import: `index` lists the files of its jars as JSON, `given` contains modules that the
 * child may lack, by key.
 */
export interface Imports {
  readonly index: string;
  /** keys of the modules that are prepared even if the script's text does not import them */
  readonly named: readonly string[];
  readonly given: Readonly<Record<string, TranslatedModule>>;
}

/** An order to a child; `body` is a script request as JSON. */
export type Order =
  | {
      readonly does: 'run';
      readonly key: string;
      readonly language: string;
      readonly memoryMb: number;
      readonly timeMs: number;
      readonly body: string;
      readonly imports?: Imports | undefined;
    }
  | ({
      readonly does: 'compile';
      readonly language: string;
      readonly memoryMb: number;
      /** time limit in milliseconds; a text of a jar has a fixed limit */
      readonly timeMs?: number;
    } & CompileInput);

/** The input of a compilation: a script, or a module or another text of a jar as JSON. */
export type CompileInput = { readonly script: string } | { readonly module: string } | { readonly inspected: string };

/**
 * The reply of a child: the result as text, a request of the script, an error, or the keys of missing modules with the
 * run time until then.
 */
const reply = z.object({
  text: z.string().optional(),
  asks: z.string().optional(),
  missing: z.array(z.string()).optional(),
  ranMs: z.number().optional(),
  error: scriptError.nullish(),
  output: z.string().optional(),
  lineTimes: lineTimes.optional().catch(undefined),
  rssMb: z.number().optional(),
});
export type Reply = z.output<typeof reply>;

/** A child process, which runs one order at a time. */
export interface Child {
  readonly pid: number;
  /** resolves once: true when the child is warm, false when it has ended before */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  /** Sends an order. Returns the reply, or null when the child has ended. */
  request(order: Order): Promise<Reply | null>;
  kill(): void;
}

/** The common options of all child processes of a runner. */
export interface Setup {
  readonly settings: Settings;
  readonly languages: readonly Language[];
  readonly confinement: Confinement;
}

const entryFile = fileURLToPath(new URL('../child/main.mjs', import.meta.url));
const flags = ['--jitless', '--max-old-space-size=96', '--max-semi-space-size=4', '--no-warnings'];

function commandFor(dataMb: number, { prefix, capsMemory, nextUser }: Confinement): readonly string[] {
  const user = nextUser();
  const limits = ['prlimit', `--data=${dataMb * 1_000_000}`, '--core=0', '--nofile=64', '--'];
  const node = [process.execPath, ...flags, entryFile, ...(user === null ? [] : [String(user)])];
  return [...prefix, ...(capsMemory ? limits : []), ...node];
}

const ignoreMessage = (): void => {};

/**
 * Returns a function that waits for the next message of a child, and returns null after its end. It uses no race
 * against the `ended` promise: each race would keep its message until the child ends.
 */
function messageReader(child: ChildProcess, ended: Promise<void>): () => Promise<unknown> {
  let isOver = false;
  let deliver: (message: unknown) => void = ignoreMessage;
  child.on('message', (message) => deliver(message));
  void ended.then(() => {
    isOver = true;
    deliver(null);
  });
  return () =>
    new Promise((resolve) => {
      if (isOver) return resolve(null);
      deliver = (message) => {
        deliver = ignoreMessage;
        resolve(message);
      };
    });
}

/**
 * Starts a child with an empty environment, without privileges, and with IPC to its parent as the only connection. It
 * is warm once `ready` resolves.
 */
export function startChild(pool: PoolSettings, { settings, languages, confinement }: Setup): Child {
  const [command = '', ...args] = commandFor(pool.dataMb, confinement);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {}, cwd: '/' });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const nextMessage = messageReader(child, ended);
  const deliver = (message: object): Promise<unknown> => {
    const answer = nextMessage();
    // If the child has just ended, sending fails. Its exit is handled elsewhere.
    child.send(message, () => undefined);
    return answer;
  };
  const { runsPerIsolate, boundIsolates } = settings;
  const languageCode = Object.fromEntries(languages.map(({ name, runs, bootstrap }) => [name, { runs, bootstrap }]));
  const { memoryMb } = pool;
  const ready = deliver({ does: 'begin', languages: languageCode, memoryMb, runsPerIsolate, boundIsolates });
  return {
    pid: child.pid ?? 0,
    ready: ready.then((answer) => answer !== null),
    ended,
    request: async (order) => {
      const { data } = reply.safeParse(await deliver(order));
      // A child that sends an invalid message is not trustworthy.
      if (data === undefined) child.kill('SIGKILL');
      return data ?? null;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
