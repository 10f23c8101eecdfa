import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type Message, message, plainText } from '@slipway/domain/messages';
import { Invalid, type Json, passwordMask, type Variable } from '@slipway/domain/model';
import { type Event, type EventTrigger, eventValues, failedExpression, viewOf } from '@slipway/domain/triggers';
import { valueToScripts } from '@slipway/domain/variables';
import type { ConditionResult } from '@slipway/domain/webhooks';
import type { Connection } from '@slipway/persistence/database';
import { readVisibleVariables } from '@slipway/persistence/variables';
import { readMentionedVariables } from '../triggers/mentioned-variables.ts';

/**
 * A script that decides whether a trigger accepts an event, with its variables (script-api.md, From event to release).
 */
export interface FilterRequest {
  /** the id of the trigger, or of the release with the waiting task */
  readonly owner: string;
  readonly script: string;
  readonly inputs: {
    readonly event: Json;
    readonly headers: Event['headers'];
    readonly parameters: Event['parameters'];
    readonly folderVariables: Json;
    readonly globalVariables: Json;
  };
}

/**
 * Runs a filter. `failed` is an error of the filter, or of an event for which it did not run. A thrown error is about
 * the runner.
 */
export type RunFilter = (request: FilterRequest) => Promise<ConditionResult>;

/** An event as a trigger or task receives it. */
export interface DecodedEvent {
  /** the event for new releases, with masked secrets in its headers */
  readonly event: Event;
  /** the event for filters, with the original headers */
  readonly unmasked: Event;
}

/**
 * Runs a filter on the original headers. The message of a failure is stored and shown, so it comes from a run on the
 * masked headers: otherwise it could contain parts of a secret that no mask finds. Throws the errors of `run`.
 */
export async function runFilterUnmasked(
  run: RunFilter,
  request: FilterRequest,
  { headers }: Event,
): ReturnType<RunFilter> {
  const answer = await run(request);
  // the message of a timeout contains no values of the event
  if (!('failed' in answer) || answer.unasked || answer.timedOut || headers === request.inputs.headers) return answer;
  const maskedAnswer = await run({ ...request, inputs: { ...request.inputs, headers } });
  return 'failed' in maskedAnswer
    ? maskedAnswer
    : { failed: 'the script failed only with unmasked headers, so its error is hidden' };
}

/** Reads the global and folder variables that a filter can use. */
type ReadVariables = () => Promise<ReadonlyMap<string, Variable>>;

/**
 * Returns the reason why a trigger rejects an event; null if it accepts it. Throws Invalid for a failed script, and the
 * errors of `run`.
 */
export async function findFilterReason(
  connection: Connection,
  run: RunFilter,
  trigger: EventTrigger,
  decoded: DecodedEvent,
): Promise<Message | null> {
  const isScript = trigger.eventFilter?.type === 'events.JythonEventFilter';
  const read: ReadVariables = () =>
    isScript ? readVisibleVariables(connection, trigger.folderId) : readMentionedVariables(connection, trigger);
  return await filterReason(run, trigger, decoded, read);
}

/** Returns the same as `findFilterReason`, with variables from another source. */
export async function filterReason(
  run: RunFilter,
  trigger: EventTrigger,
  { event, unmasked }: DecodedEvent,
  read: ReadVariables,
): Promise<Message | null> {
  const { eventFilter } = trigger;
  if (eventFilter === null) return null;
  const variables = await read();
  if (eventFilter.type === 'events.ExpressionEventFilter') {
    const values = eventValues(trigger, viewOf(event), variables);
    const view = viewOf(unmasked);
    for (const expression of eventFilter.expressions) {
      const reason = failedExpression([expression], view, values);
      if (reason !== null) return reason;
      await turnOfOthers();
    }
    return null;
  }
  const { payload, headers, parameters } = unmasked;
  const folderVariables = toScriptVariables(variables, 'folder.');
  const globalVariables = toScriptVariables(variables, 'global.');
  const inputs = { event: payload, headers, parameters, folderVariables, globalVariables };
  const answer = await runFilterUnmasked(run, { owner: trigger.id, script: eventFilter.expr, inputs }, event);
  if ('failed' in answer) throw new Invalid(message('trigger.filterFailed', { problem: plainText(answer.failed) }));
  return answer.wants ? null : message('eventResult.filterRejected');
}

/** Returns variables for a script, by key. A filter needs no passwords. */
const toScriptVariables = (variables: ReadonlyMap<string, Variable>, prefix: string): Json =>
  Object.fromEntries(
    [...variables.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .map((variable) => [
        variable.key,
        variable.type === 'PasswordStringVariable' ? passwordMask : valueToScripts(variable),
      ]),
  );
