import { setImmediate as turnOfOthers } from 'node:timers/promises';
import {
  type Event,
  type EventTrigger,
  eventValues,
  Invalid,
  type Json,
  passwordMask,
  refutation,
  type Variable,
  valueToScripts,
  viewOf,
} from '@slipway/domain';
import { type Connection, visibleVariables } from '@slipway/persistence';
import { mentionedVariables } from '../triggers/mentioned-variables.ts';

/** A script that says whether a trigger wants an event, and the names that it sees (scripts.md, From event to release). */
export interface FilterQuestion {
  /** the id of the trigger, or of the release whose task asks */
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
 * Asks a script. `failed` says what was wrong with it, or with an event about which it was not asked at all; what is thrown is
 * about whoever should have run it.
 */
export type AskFilter = (
  question: FilterQuestion,
) => Promise<{ readonly wants: boolean } | { readonly failed: string; readonly unasked?: true }>;

/** An event that somebody listens to, and what a filter is asked about: the same with the headers as they were sent. */
export interface AskedEvent {
  readonly event: Event;
  readonly asked: Event;
}

/**
 * Asks a script about headers as they were sent. What it says where it fails is kept and shown, so that is what it says
 * of those that are kept: a secret would be in it, in pieces that no mask finds. Throws what `ask` throws.
 */
export async function askInClear(ask: AskFilter, question: FilterQuestion, { headers }: Event): ReturnType<AskFilter> {
  const answer = await ask(question);
  if (!('failed' in answer) || answer.unasked || headers === question.inputs.headers) return answer;
  const again = await ask({ ...question, inputs: { ...question.inputs, headers } });
  return 'failed' in again ? again : { failed: 'the script failed where headers hold what is masked elsewhere' };
}

/**
 * Why a trigger does not want an event, in a sentence; null when it does. Throws Invalid for a script that fails, and
 * what `ask` throws.
 */
export async function unwanted(
  connection: Connection,
  ask: AskFilter,
  trigger: EventTrigger,
  { event, asked }: AskedEvent,
): Promise<string | null> {
  const { eventFilter } = trigger;
  if (eventFilter === null) return null;
  if (eventFilter.type === 'events.ExpressionEventFilter') {
    const values = eventValues(trigger, viewOf(event), await mentionedVariables(connection, trigger));
    const view = viewOf(asked);
    for (const expression of eventFilter.expressions) {
      const reason = refutation([expression], view, values);
      if (reason !== null) return reason;
      await turnOfOthers();
    }
    return null;
  }
  const variables = await visibleVariables(connection, trigger.folderId);
  const { payload, headers, parameters } = asked;
  const folderVariables = shown(variables, 'folder.');
  const globalVariables = shown(variables, 'global.');
  const inputs = { event: payload, headers, parameters, folderVariables, globalVariables };
  const answer = await askInClear(ask, { owner: trigger.id, script: eventFilter.expr, inputs }, event);
  if ('failed' in answer) throw new Invalid(`eventFilter: ${answer.failed}`);
  return answer.wants ? null : 'the script of its filter does not want it';
}

/** Variables as a script sees them, by key; a filter needs no passwords. */
const shown = (variables: ReadonlyMap<string, Variable>, prefix: string): Json =>
  Object.fromEntries(
    [...variables.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .map((variable) => [
        variable.key,
        variable.type === 'PasswordStringVariable' ? passwordMask : valueToScripts(variable),
      ]),
  );
