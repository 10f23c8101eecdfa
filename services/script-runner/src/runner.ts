import { createHash } from 'node:crypto';
import type { Language as LanguageName, ScriptAnswer, ScriptError, ScriptRequest } from '@slipway/scripts';
import { answerOf } from './answer.ts';
import { javascript, type Language } from './guest/language.ts';
import { ChildPool } from './pool/child-pool.ts';
import { findConfinement } from './pool/confinement.ts';
import { isQuick, type Settings, usualSettings } from './pool/settings.ts';
import { python } from './python/language.ts';

const languages: readonly Language[] = [python, javascript];

/** What runs scripts, without the HTTP in front of it. */
export interface Runner {
  /** `body` is the request as JSON, as the child is given it. Throws `Busy`, or the reason of `signal`. */
  run(request: ScriptRequest, body: string, signal: AbortSignal): Promise<ScriptAnswer>;
  /** What hinders a text from being a script; null when nothing does. Throws as `run`. */
  compile(language: LanguageName, script: string, signal: AbortSignal): Promise<ScriptError | null>;
  figures(): { readonly warm: number; readonly running: number; readonly waiting: number };
  /** process ids of the children */
  pids(): readonly number[];
  /** Throws while no child can take a webhook's script. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const compileMs = 5_000;

/** Isolates are shared by nothing but runs of one script for one owner; what a run wants to know is part of it. */
function keyOf({ owner, language, script, purpose, wanted }: ScriptRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, language, purpose, wanted, script]))
    .digest('base64');
}

/** Starts the pool; its children become warm by and by. */
export function startRunner(settings: Settings = usualSettings, confinement = findConfinement()): Runner {
  const { limits } = settings;
  const setup = { settings, languages, confinement };
  const quick = new ChildPool(settings.quick, setup);
  const long = new ChildPool(settings.long, setup);
  const pools = [quick, long];
  return {
    async run(request, body, signal) {
      const { language, purpose, owner } = request;
      const { timeMs: most, memoryMb, waitMs } = limits[purpose];
      const timeMs = Math.min(most, request.timeMs ?? most);
      const order = { does: 'run', key: keyOf(request), language, memoryMb, timeMs, body } as const;
      const pool = isQuick(purpose) ? quick : long;
      const job = { order, owner, killMs: 2 * timeMs, waitMs, signal };
      const { reply, isLate, ms } = await pool.run(job);
      signal.throwIfAborted();
      const late = { type: 'Timeout', message: `the script took longer than ${timeMs} ms`, line: null };
      return answerOf(request, reply, isLate ? late : null, ms);
    },
    async compile(language, script, signal) {
      const order = { does: 'compile', language, memoryMb: settings.long.memoryMb, script } as const;
      const job = { order, owner: '', killMs: 2 * compileMs, waitMs: limits.trial.waitMs, signal };
      const { reply } = await long.run(job);
      if (reply !== null) return reply.error ?? null;
      return { type: 'Crashed', message: 'the script is too large to be compiled', line: null };
    },
    figures: () => {
      const [a, b] = [quick.figures, long.figures];
      return { warm: a.warm + b.warm, running: a.running + b.running, waiting: a.waiting + b.waiting };
    },
    pids: () => pools.flatMap(({ pids }) => pids),
    ready: async () => {
      if (!(await quick.isWarm())) throw new Error('no child is warm');
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}
