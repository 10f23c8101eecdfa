import { type Message, message } from '../messages/message.ts';
import { valuesOfChain } from './chain.ts';
import { usernameIn } from './context.ts';
import type { LogEntry } from './outcome.ts';
import type { OutcomeDraft } from './outcome-draft.ts';

/** `Approved gate 'Security'` by bob is the cause `after bob approved gate 'Security'`. */
const causeOf = ({ username, code, params }: LogEntry): Message =>
  message('cause.activity', { user: username, activity: { code, params } });

/** What a request does beside what it is for: values, comments, and the new release that it starts. */
const accompanyingTypes = /^COMMENT_ADDED$|^RELEASE_VARIABLE_|^RELEASE_CREATED/;

/**
 * The decision after its direct answer. The log attributes the next steps to the system, and names the action of the user
 * that caused them. After a fact, `afterEvent` names the cause.
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
 * The decision after an event that is no request of a user, such as the end of a script: the next steps have it as their
 * cause, until another event causes steps. A decision on a request keeps the request as its cause.
 */
export const afterEvent = (before: OutcomeDraft, cause: Message): OutcomeDraft =>
  before.context.caller === null ? { ...before, context: { ...before.context, cause } } : before;
