import { currentTraceparent } from '@slipway/tracing';
import { Pool } from 'undici';
import { z } from 'zod';
import {
  type CompilationFault,
  compilation,
  type Inspection,
  inspection,
  type JarText,
  type ScriptText,
} from './compilation.ts';
import { deadlineIn } from './deadline.ts';
import {
  defaultLimits,
  type Language,
  type Limit,
  type Limits,
  type ModuleSet,
  maxModuleCharacters,
  maxRequestBytes,
  type ScriptError,
  type ScriptRequest,
  type ScriptRunResult,
  scriptError,
  scriptRunResult,
} from './protocol.ts';

/** A script runner in another process. */
export interface RunnerClient {
  /**
   * Runs a script. A script that fails, or exceeds its limits, returns an `error`. Errors of the runner are thrown:
   * `RunnerBusy`, `RunnerUnavailable`, or the reason of `signal`, which cancels the run.
   */
  run(request: ScriptRequest, signal?: AbortSignal): Promise<ScriptRunResult>;
  /** Compiles a script. Returns null if it is valid, otherwise the error. Throws the same errors as `run`. */
  compile(language: Language, script: string): Promise<ScriptError | null>;
  /**
   * Returns the scripts that do not compile, of at most `maxCompiled`. Returns within `ms`; scripts that were not
   * compiled by then are left out. Throws `RunnerBusy` and `RunnerUnavailable`.
   */
  compileAll(scripts: readonly ScriptText[], ms: number): Promise<readonly CompilationFault[]>;
  /** Returns the compile error and the unavailable names of a Python text in a jar. Throws the same errors as `run`. */
  inspect(fromCaller: JarText): Promise<Inspection>;
  stop(): Promise<void>;
}

/** All slots of the runner are in use. The script has not started, and can be requested again. */
export class RunnerBusy extends Error {
  override name = 'RunnerBusy';
}

/** The runner did not respond. The script may have run. */
export class RunnerUnavailable extends Error {
  override name = 'RunnerUnavailable';
}

/** The address of the runner, and the secret for its clients. */
export interface RunnerAddress {
  /** for example `http://127.0.0.1:5518` */
  readonly url: string;
  readonly secret: string;
  /** the limits of the runner, which determine the timeouts of requests */
  readonly limits?: Limits;
}

/**
 * The additional timeout after the wait for a slot and twice the time limit of a run, at which the runner itself aborts
 * the run.
 */
const marginMs = 2_000;
/** Far above the maximum result of a script. A faulty runner could otherwise fill the memory. */
const maxResponseBytes = 2 * maxRequestBytes;
/** The share of the runner in the caller's time limit. The rest is for the transfer. */
const shareOfRunner = 0.8;
const compileResponse = z.object({ error: scriptError.nullable() });
const missingResponse = z.object({ missing: z.array(z.string()) });
const emptyResponse = z.object({});

/** The runner lacks the modules of these jars, or has evicted them. */
class MissingModules extends Error {
  override name = 'MissingModules';
  readonly digests: readonly string[];
  constructor(digests: readonly string[]) {
    super('the script runner lacks modules');
    this.digests = digests;
  }
}

const timeFor = ({ timeMs, waitMs }: Limit): number => 2 * timeMs + waitMs + marginMs;

/** The result for a run that every runner would reject. */
const failedResult = (type: string, message: string): ScriptRunResult => ({
  error: { type, message, line: null },
  result: null,
  variables: {},
  actions: [],
  output: '',
  durationMs: 0,
});
const tooLarge = failedResult('Error', `the input of the script is larger than ${maxRequestBytes} bytes`);
const tooManyModules = failedResult(
  'ImportError',
  'the modules of the plugins that the script may import from are more than a script runner keeps',
);

const areTooMany = (modules: readonly ModuleSet[]): boolean =>
  modules.reduce((sum, { text }) => sum + text.length + 1, 0) > maxModuleCharacters ||
  modules.some(({ text }) => Buffer.byteLength(text) > maxRequestBytes);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Rejections of the runner contain no text of a script. */
async function send(pool: Pool, path: string, secret: string, body: string, signal: AbortSignal): Promise<unknown> {
  const traceparent = currentTraceparent();
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    ...(traceparent !== null && { traceparent }),
  };
  const { statusCode, body: answer } = await pool.request({ path, method: 'POST', headers, body, signal });
  if (statusCode === 200) return await answer.json();
  if (statusCode === 409) throw new MissingModules(missingResponse.parse(await answer.json()).missing);
  const text = (await answer.text()).slice(0, 200);
  if (statusCode === 503) throw new RunnerBusy(text);
  throw new RunnerUnavailable(`the script runner answered ${statusCode}: ${text}`);
}

/** Driver errors for a connection that was lost during a request, or could not be opened. */
const connectionLost: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE']);
const hasLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && connectionLost.has(error.code);

/** Creates a client with persistent connections. It connects at the first script, so the runner can start later. */
export function createRunnerClient({ url, secret, limits = defaultLimits }: RunnerAddress): RunnerClient {
  const timeouts = { connectTimeout: 2_000, headersTimeout: 0, bodyTimeout: 0 };
  const pool = new Pool(url, { connections: 256, maxResponseSize: maxResponseBytes, ...timeouts });
  const call = async <T>(path: string, body: string, answer: z.ZodType<T>, ms: number, fromCaller?: AbortSignal) => {
    const { signal: timeout, end } = deadlineIn(ms);
    try {
      const signal = fromCaller === undefined ? timeout : AbortSignal.any([timeout, fromCaller]);
      // A runner that stops closes its connections, and another one can have the same address. A run has no effect
      // before its response, so it can be requested twice.
      const reply = await send(pool, path, secret, body, signal).catch((error: unknown) => {
        if (!hasLostConnection(error) || signal.aborted) throw error;
        return send(pool, path, secret, body, signal);
      });
      return answer.parse(reply);
    } catch (error) {
      if (fromCaller?.aborted) throw fromCaller.reason;
      if (error instanceof RunnerBusy || error instanceof RunnerUnavailable || error instanceof MissingModules)
        throw error;
      const reason = timeout.aborted ? `no response within ${ms} ms` : reasonOf(error);
      throw new RunnerUnavailable(`the script runner does not respond: ${reason}`);
    } finally {
      end();
    }
  };
  const sendModules = async ({ digests }: MissingModules, { purpose, modules = [] }: ScriptRequest): Promise<void> => {
    for (const { digest, text } of modules)
      if (digests.includes(digest)) await call('/modules', text, emptyResponse, timeFor(limits[purpose]));
  };
  const run = async (request: ScriptRequest, signal?: AbortSignal): Promise<ScriptRunResult> => {
    const body = JSON.stringify(request);
    if (Buffer.byteLength(body) > maxRequestBytes) return tooLarge;
    const send = () => call('/run', body, scriptRunResult, timeFor(limits[request.purpose]), signal);
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof MissingModules)) throw error;
      if (areTooMany(request.modules ?? [])) return tooManyModules;
      await sendModules(error, request);
    }
    return await send().catch((error: unknown) => {
      throw error instanceof MissingModules ? new RunnerUnavailable('the script runner keeps no modules') : error;
    });
  };
  return {
    run,
    compile: async (language, script) =>
      (await call('/compile', JSON.stringify({ language, script }), compileResponse, timeFor(limits.trial))).error,
    compileAll: async (scripts, ms) => {
      const body = JSON.stringify({ scripts, timeMs: Math.max(1, Math.floor(ms * shareOfRunner)) });
      return (await call('/compile-all', body, compilation, ms)).faults;
    },
    inspect: (fromCaller) => call('/inspect', JSON.stringify(fromCaller), inspection, timeFor(limits.trial)),
    stop: () => pool.destroy(),
  };
}
