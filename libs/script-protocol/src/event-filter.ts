import { z } from 'zod';
import { findImportableModules, type ModuleSource } from './importable-modules.ts';
import { errorPosition, languageOf, type ScriptError, type ScriptRequest } from './protocol.ts';
import { type RunnerClient, RunnerUnavailable } from './runner-client.ts';

/** A script that decides whether a trigger accepts an event, and its variables. */
interface FilterRequest {
  readonly owner: string;
  readonly script: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A script that failed; `timedOut`: because it reached its time limit. */
export interface ScriptFailure {
  readonly failed: string;
  readonly timedOut?: true;
}

type FilterResult = { readonly wants: boolean } | ScriptFailure | { readonly failed: string; readonly unasked: true };

/** Not checked, because the caller writes the request as JSON. */
const inputsSchema = z.custom<ScriptRequest['inputs']>();

/** The maximum size of a request that scripts receive, in characters (compatibility.md, Scripts). */
export const maxEventCharacters = 256 * 1024;

/** The reason why a script failed, as a message. */
export const failureMessage = (error: ScriptError): string =>
  `the script failed: ${error.type}: ${error.message}${errorPosition(error)}`;

export const toFailure = (error: ScriptError): ScriptFailure => ({
  failed: failureMessage(error),
  ...(error.type === 'Timeout' && { timedOut: true }),
});

/**
 * Creates the function that runs an event filter in a runner (script-api.md, From event to release). Returns a message
 * for an error of the script, for a result that is neither true nor false, and for an event above the size limit
 * (`unasked`). Throws RunnerUnavailable and RunnerBusy.
 */
export const createEventFilter =
  (runner: RunnerClient | undefined, plugins: ModuleSource) =>
  async ({ owner, script, inputs }: FilterRequest): Promise<FilterResult> => {
    if (runner === undefined) throw new RunnerUnavailable('there is no script runner');
    const text = JSON.stringify(inputs);
    if (text.length > maxEventCharacters) return { failed: 'the event is too large for scripts', unasked: true };
    const language = languageOf(script);
    const { error, result } = await runner.run({
      language,
      modules: await findImportableModules(language, script, plugins),
      purpose: 'eventFilter',
      owner,
      script,
      packaged: false,
      inputs: inputsSchema.parse(inputs),
      objects: ['event', 'parameters'],
      wanted: [],
      snapshot: null,
      secrets: [],
    });
    if (error !== null) return toFailure(error);
    if (typeof result === 'boolean') return { wants: result };
    return {
      failed:
        result === null
          ? 'the script has not set result'
          : 'the script has set result to what is neither true nor false',
    };
  };
