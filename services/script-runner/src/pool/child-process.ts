import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ScriptError, scriptError } from '@slipway/script-protocol';
import { z } from 'zod';
import type { Language } from '../sandbox/language.ts';
import type { Confinement } from './confinement.ts';
import type { PoolSettings, Settings } from './settings.ts';

/** A module as a child runs it: its JavaScript and the keys of its imports, or its compile error. */
export interface TranslatedModule {
  readonly code: string;
  readonly needs: readonly string[];
  readonly fault: ScriptError | null;
}

/** The modules that a script may import: files of its jars as JSON, and by key those that a child may lack. */
export interface Imports {
  readonly index: string;
  /** Keys of the modules that are prepared independent of the script's text */
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
      /** milliseconds for the text; absent: the time of a text of a jar */
      readonly timeMs?: number;
    } & CompileInput);

/** The input of a compilation: a script, or as JSON a module or another text of a jar. */
export type CompileInput = { readonly script: string } | { readonly module: string } | { readonly inspected: string };

/**
 * The answer of a child: the text of the isolate, the request in it, the error that ended it, or the keys of the
 * missing modules, and the run time before that.
 */
const reply = z.object({
  text: z.string().optional(),
  asks: z.string().optional(),
  missing: z.array(z.string()).optional(),
  ranMs: z.number().optional(),
  error: scriptError.nullish(),
  output: z.string().optional(),
  rssMb: z.number().optional(),
});
export type Reply = z.output<typeof reply>;

/** One child, which does one order at a time. */
export interface Child {
  readonly pid: number;
  /** settles once: true when it is warm, false when it ended before that */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  /** The reply, or null when the child ended instead. */
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
 * Waits for the next message of a child; null after its end. Messages are not kept: each race against a promise of the
 * end would keep its message for the lifetime of the child.
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

/** Starts a child with an empty environment, no privilege and no way to the world but its parent. It is warm once `ready`. */
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
    // A child that has just ended reports it by its exit; the failed message is no further information.
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
      // A child with an invalid message is no longer trustworthy.
      if (data === undefined) child.kill('SIGKILL');
      return data ?? null;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
