import { z } from 'zod';
import { importableBy, type Modules } from './importable.ts';
import { languageOf, placeOf, type ScriptError, type ScriptRequest } from './protocol.ts';
import { RunnerAway, type RunnerClient } from './runner-client.ts';

/** A script that decides whether a trigger accepts an event, and its variables. */
interface Question {
  readonly owner: string;
  readonly script: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A script that failed; `timedOut`: because it reached its time limit. */
export interface Failed {
  readonly failed: string;
  readonly timedOut?: true;
}

type Answer = { readonly wants: boolean } | Failed | { readonly failed: string; readonly unasked: true };

/** The request is written as JSON, so there is nothing to check. */
const asInputs = z.custom<ScriptRequest['inputs']>();

/** What scripts may be handed of a request, in characters (compatibility.md, Scripts). */
export const largestForEvents = 256 * 1024;

/** Why a script has failed, in a sentence. */
export const failureOf = (error: ScriptError): string =>
  `the script failed: ${error.type}: ${error.message}${placeOf(error)}`;

export const failedBy = (error: ScriptError): Failed => ({
  failed: failureOf(error),
  ...(error.type === 'Timeout' && { timedOut: true }),
});

/**
 * Lets a runner decide which events triggers accept (script-api.md, From event to release). An error of the script, a
 * value that is neither true nor false, and a too large event (`unasked`) are returned as a message. Throws RunnerAway
 * and RunnerBusy.
 */
export const filterBy =
  (runner: RunnerClient | undefined, plugins: Modules) =>
  async ({ owner, script, inputs }: Question): Promise<Answer> => {
    if (runner === undefined) throw new RunnerAway('there is no script runner');
    const text = JSON.stringify(inputs);
    if (text.length > largestForEvents)
      return { failed: 'the event is larger than what scripts are handed', unasked: true };
    const language = languageOf(script);
    const { error, result } = await runner.run({
      language,
      modules: await importableBy(language, script, plugins),
      purpose: 'eventFilter',
      owner,
      script,
      packaged: false,
      inputs: asInputs.parse(inputs),
      objects: ['event', 'parameters'],
      wanted: [],
      snapshot: null,
      secrets: [],
    });
    if (error !== null) return failedBy(error);
    if (typeof result === 'boolean') return { wants: result };
    return {
      failed:
        result === null
          ? 'the script has not set result'
          : 'the script has set result to what is neither true nor false',
    };
  };
