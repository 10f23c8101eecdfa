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
  /** The compile error of a text, or null. Throws as a run does. */
  compile(language: Language, script: string, signal: AbortSignal): Promise<ScriptError | null>;
  /**
   * The scripts among these that do not compile. Compiles one after the other, until the time is over or the caller has
   * gone: an answer in time about some of them is better than a late one about all.
   */
  compileAll(scripts: readonly ScriptText[], timeMs: number, signal: AbortSignal): Promise<readonly CompilationFault[]>;
  /** The same for a Python text of a jar, with its unavailable names. Throws as a run does. */
  inspect(jarText: JarText, signal: AbortSignal): Promise<Inspection>;
  /** A module in JavaScript, as the guest answers it; null where no child did. */
  translate(module: string): Promise<string | null>;
}

const compileMs = 5_000;
/** Milliseconds after its time limit for which a child that compiles may continue: replacing a child takes longer. */
const graceMs = 500;
const tooLarge: ScriptError = { type: 'Crashed', message: 'the script is too large to be compiled', line: null };

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
