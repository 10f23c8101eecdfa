import {
  type Event,
  type EventTrigger,
  eventValues,
  Invalid,
  type Json,
  passwordMask,
  refutation,
  sharedKeys,
  type Variable,
  viewOf,
} from '@slipway/domain';
import { type Connection, visibleVariables } from '@slipway/persistence';

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

const nothing: ReadonlyMap<string, Variable> = new Map();

/** The global and folder variables that a trigger mentions, by key; no statement runs when it mentions none. */
export async function sharedFor(connection: Connection, trigger: EventTrigger): Promise<ReadonlyMap<string, Variable>> {
  if (sharedKeys(trigger).length === 0) return nothing;
  return await visibleVariables(connection, trigger.folderId);
}

/**
 * Why a trigger does not want an event, in a sentence; null when it does. Throws Invalid for a script that fails, and
 * what `ask` throws.
 */
export async function unwanted(
  connection: Connection,
  ask: AskFilter,
  trigger: EventTrigger,
  event: Event,
): Promise<string | null> {
  const { eventFilter } = trigger;
  if (eventFilter === null) return null;
  if (eventFilter.type === 'events.ExpressionEventFilter') {
    const view = viewOf(event);
    const values = eventValues(trigger, view, await sharedFor(connection, trigger));
    return refutation(eventFilter.expressions, view, values);
  }
  const variables = await visibleVariables(connection, trigger.folderId);
  const { payload, headers, parameters } = event;
  const folderVariables = shown(variables, 'folder.');
  const globalVariables = shown(variables, 'global.');
  const inputs = { event: payload, headers, parameters, folderVariables, globalVariables };
  const answer = await ask({ owner: trigger.id, script: eventFilter.expr, inputs });
  if ('failed' in answer) throw new Invalid(`eventFilter: ${answer.failed}`);
  return answer.wants ? null : 'the script of its filter does not want it';
}

/** Variables as a script sees them, by key; a filter needs no passwords. */
const shown = (variables: ReadonlyMap<string, Variable>, prefix: string): Json =>
  Object.fromEntries(
    [...variables.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, type, value }) => [key, type === 'PasswordStringVariable' ? passwordMask : value]),
  );
