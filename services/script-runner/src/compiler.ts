import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompilationFault,
  type Inspection,
  inspection,
  type JarText,
  type Language,
  type ScriptError,
  type ScriptText,
} from '@slipway/script-protocol';
import { Busy, type ChildPool } from './pool/child-pool.ts';
import type { CompileInput, Reply } from './pool/child-process.ts';
import type { Settings } from './pool/settings.ts';

/** Checks texts without running them, in child processes that never run a script. */
export interface Compiler {
  /** Returns the compile error of a text, or null. Throws the same errors as a run. */
  compile(language: Language, script: string, signal: AbortSignal): Promise<ScriptError | null>;
  /**
   * Returns the scripts that do not compile. Compiles one script after the other, until the time is over or the client
   * has disconnected. A partial result in time is better than a late complete one.
   */
  compileAll(scripts: readonly ScriptText[], timeMs: number, signal: AbortSignal): Promise<readonly CompilationFault[]>;
  /**
   * Compiles a Python text of a jar. Returns its compile error and its unavailable names. Throws the same errors as a
   * run.
   */
  inspect(jarText: JarText, signal: AbortSignal): Promise<Inspection>;
  /** Translates a module to JavaScript. Returns the text of the interpreter, or null if no child has answered. */
  translate(module: string): Promise<string | null>;
}

const compileMs = 5_000;
/** In milliseconds: a compiling child is killed this long after the time limit. Replacing a child takes longer. */
const graceMs = 500;
const tooLarge: ScriptError = { type: 'Crashed', message: 'the script is too large to compile', line: null };

function nullIfBusy(error: unknown): null {
  if (error instanceof Busy) return null;
  throw error;
}

/** Compiles in the children of a pool. */
export function createCompiler(pool: ChildPool, { compiling, limits }: Settings): Compiler {
  const { memoryMb } = compiling;
  const compileInPool = async (language: Language, text: CompileInput, signal: AbortSignal): Promise<Reply | null> => {
    const order = { does: 'compile', language, memoryMb, ...text } as const;
    return (await pool.run({ order, owner: '', killMs: 2 * compileMs, waitMs: limits.trial.waitMs, signal })).reply;
  };
  return {
    async compile(language, script, signal) {
      const reply = await compileInPool(language, { script }, signal);
      return reply === null ? tooLarge : (reply.error ?? null);
    },
    async compileAll(scripts, timeMs, signal) {
      const until = performance.now() + timeMs;
      const end = new AbortController();
      const timedOut = pause(timeMs, null, { signal: end.signal }).catch(() => null);
      const faults: CompilationFault[] = [];
      for (const [at, { language, script }] of scripts.entries()) {
        const leftMs = Math.floor(until - performance.now());
        if (leftMs < 1 || signal.aborted) break;
        const order = { does: 'compile', language, memoryMb, timeMs: leftMs, script } as const;
        const job = { order, owner: 'saves', killMs: leftMs + graceMs, waitMs: leftMs, signal };
        const result = await Promise.race([pool.run(job).catch(nullIfBusy), timedOut]);
        if (result === null) break;
        const error = result.reply?.error ?? null;
        if (error !== null) faults.push({ at, error });
      }
      end.abort();
      return faults;
    },
    async inspect({ script, module, paths }, signal) {
      const inspected = JSON.stringify({ text: script, module, jar: ['', paths] });
      const reply = await compileInPool('python', { inspected }, signal);
      if (reply?.text === undefined) return { error: reply?.error ?? tooLarge, lacks: [] };
      return inspection.parse(JSON.parse(reply.text));
    },
    translate: async (module) =>
      (await compileInPool('python', { module }, new AbortController().signal))?.text ?? null,
  };
}
