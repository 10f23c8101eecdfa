import { type Message, message } from '../messages/message.ts';
import { valuesOfChain } from './chain.ts';
import { usernameIn } from './context.ts';
import type { LogEntry } from './outcome.ts';
import type { OutcomeDraft } from './outcome-draft.ts';

/** Turns a log entry into a cause: `Approved gate 'Security'` by bob becomes `after bob approved gate 'Security'`. */
const causeOf = ({ username, code, params }: LogEntry): Message =>
  message('cause.activity', { user: username, activity: { code, params } });

/** The activities that accompany a request: values, comments, and the release that it creates. */
const accompanyingTypes = /^COMMENT_ADDED$|^RELEASE_VARIABLE_|^RELEASE_CREATED/;

/**
 * Marks the next steps of a decision as consequences of the request. The log attributes them to the system, and
 * contains the action of the user that caused them. After a fact, `afterEvent` sets the cause.
 */
export function asConsequence(before: OutcomeDraft): OutcomeDraft {
  const { context } = before;
  if (context.caller === null || context.isConsequence) return before;
  const entries = valuesOfChain(before.entries);
  const requestEntry = entries.find(({ activityType }) => !accompanyingTypes.test(activityType)) ?? entries.at(-1);
  const cause =
    context.cause ??
    (requestEntry === undefined ? message('cause.request', { user: usernameIn(context) }) : causeOf(requestEntry));
  return { ...before, context: { ...context, isConsequence: true, cause } };
}

/**
 * Sets the cause of the next steps to an event that is no request of a user, such as the end of a script. It applies
 * until the next event. A decision on a request keeps the request as its cause.
 */
export const afterEvent = (before: OutcomeDraft, cause: Message): OutcomeDraft =>
  before.context.caller === null ? { ...before, context: { ...before.context, cause } } : before;
