import { createHash } from 'node:crypto';
import type { ScriptRequestBody, ScriptRunResult } from '@slipway/script-protocol';
import { answerOf } from './answer.ts';
import { type Compiler, createCompiler } from './compiler.ts';
import { ModuleStore } from './modules/module-store.ts';
import { runWithModules } from './modules/run-with-modules.ts';
import { ChildPool } from './pool/child-pool.ts';
import { findConfinement } from './pool/confinement.ts';
import { defaultSettings, isQuick, type Settings } from './pool/settings.ts';
import { python } from './python/language.ts';
import { javascript, type Language } from './sandbox/language.ts';

const languages: readonly Language[] = [python, javascript];

/** Runs scripts, without the HTTP server. */
export interface Runner extends Pick<Compiler, 'compile' | 'compileAll' | 'inspect'> {
  /**
   * Runs a script. `body` is the request as JSON, which is sent to the child. Throws `Busy`, `MissingModules`, or the
   * reason of `signal`.
   */
  run(request: ScriptRequestBody, body: string, signal: AbortSignal): Promise<ScriptRunResult>;
  /**
   * Stores the modules of a jar under the digest of `text`, so that scripts can import them. `files` contains them by
   * path.
   */
  storeModules(text: string, files: Readonly<Record<string, string>>): void;
  counts(): { readonly warm: number; readonly running: number; readonly waiting: number };
  /** process ids of the children */
  pids(): readonly number[];
  /** Throws while no child is available for the script of a webhook. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns the key of an isolate. Only runs of one script for one owner share an isolate; the key also contains the
 * requested data.
 */
function keyOf({ owner, language, script, purpose, wanted, modules, journal }: ScriptRequestBody): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, language, purpose, wanted, script, modules, journal !== undefined]))
    .digest('base64');
}

/** Starts the pools. Their children become warm in the background. */
export function startRunner(settings: Settings = defaultSettings, confinement = findConfinement()): Runner {
  const { limits } = settings;
  const setup = { settings, languages, confinement };
  const quick = new ChildPool(settings.quick, setup);
  const long = new ChildPool(settings.long, setup);
  const compiling = new ChildPool(settings.compiling, setup);
  const pools = [quick, long, compiling];
  const { translate, compile, compileAll, inspect } = createCompiler(compiling, settings);
  const store = new ModuleStore(translate);
  return {
    async run(request, body, signal) {
      const { language, purpose, owner, modules = [] } = request;
      const { timeMs: maxMs, memoryMb, waitMs } = limits[purpose];
      const timeMs = Math.min(maxMs, request.timeMs ?? maxMs);
      const order = { does: 'run', key: keyOf(request), language, memoryMb, timeMs, body } as const;
      const pool = isQuick(purpose) ? quick : long;
      const { reply, isLate, ms } = await runWithModules(store, modules, order, (attempt, extraMs) =>
        pool.run({ order: attempt, owner, killMs: 2 * attempt.timeMs + extraMs, waitMs, signal }),
      );
      signal.throwIfAborted();
      const timeoutError = { type: 'Timeout', message: `the script took longer than ${timeMs} ms`, line: null };
      return answerOf(request, reply, isLate ? timeoutError : null, ms);
    },
    compile,
    compileAll,
    inspect,
    storeModules: (text, files) => store.store(text, files),
    counts: () => {
      const sum = (name: 'warm' | 'running' | 'waiting') =>
        pools.reduce((total, { counts }) => total + counts[name], 0);
      return { warm: sum('warm'), running: sum('running'), waiting: sum('waiting') };
    },
    pids: () => pools.flatMap(({ pids }) => pids),
    ready: async () => {
      if (!(await quick.isWarm())) throw new Error('no child process is warm');
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}
