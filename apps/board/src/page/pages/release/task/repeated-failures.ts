import type { ActivityResponse } from '@slipway/api-schema/history';

/** An entry of the history of a task, or several failures in succession that have the same entries. */
export interface HistoryItem {
  /** The latest entry that names the failure, or the only entry. */
  readonly entry: ActivityResponse;
  /** The times of the failures, the latest first; empty: the entry is not repeated. */
  readonly times: readonly string[];
  /** All entries of the failures, the latest first. */
  readonly entries: readonly ActivityResponse[];
}

const startTypes: ReadonlySet<string> = new Set(['TASK_STARTED', 'TASK_RESTARTED']);
/** A failure handler that retries its task prevents the entry of the failure. */
const failureTypes: readonly string[] = ['TASK_FAILED', 'TASK_FAILURE_HANDLER_STARTED'];

type Entries = readonly ActivityResponse[];

const isStart = ({ activityType }: ActivityResponse): boolean => startTypes.has(activityType);

/** Splits entries in the order of time before each start of the task. A retry also has the entry of its restart. */
function splitAttempts(entries: Entries): readonly Entries[] {
  const attempts: ActivityResponse[][] = [];
  for (const entry of entries) {
    const current = attempts.at(-1);
    const first = current?.[0];
    const hasStarted = current?.some(({ activityType }) => activityType === 'TASK_STARTED') === true;
    const isContinued = first !== undefined && isStart(first) && !hasStarted && entry.activityType === 'TASK_STARTED';
    if (current === undefined || (isStart(entry) && !isContinued)) attempts.push([entry]);
    else current.push(entry);
  }
  return attempts;
}

/** Returns the entry that names the failure of an attempt; undefined if the task did not start or fail. */
function failureIn(attempt: Entries): ActivityResponse | undefined {
  if (attempt[0] === undefined || !isStart(attempt[0])) return undefined;
  for (const type of failureTypes) {
    const failure = attempt.findLast(({ activityType }) => activityType === type);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Returns the contents of the entries of an attempt after its start. A comment may be the reason of the next retry. */
const signatureOf = (attempt: Entries): string =>
  JSON.stringify(
    attempt
      .filter((entry) => !isStart(entry) && entry.activityType !== 'COMMENT_ADDED')
      .map(({ activityType, username, message }) => [activityType, username, message]),
  );

const single = (entry: ActivityResponse): HistoryItem => ({ entry, times: [], entries: [entry] });

function itemsOf(attempts: readonly Entries[]): readonly HistoryItem[] {
  const entries = attempts.flat().toReversed();
  const failures = attempts.flatMap((attempt) => failureIn(attempt) ?? []).toReversed();
  const [latest] = failures;
  if (latest === undefined || attempts.length < 2) return entries.map(single);
  return [{ entry: latest, times: failures.map(({ eventTime }) => eventTime), entries }];
}

/**
 * Combines failures of a task in succession. Two attempts are equal if their entries after the start, except
 * comments, have the same types, users and texts. `history` and the result have the latest entry first.
 */
export function groupRepeatedFailures(history: Entries): readonly HistoryItem[] {
  const groups: Entries[][] = [];
  for (const attempt of splitAttempts(history.toReversed())) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    const isRepeated =
      previous !== undefined &&
      failureIn(previous) !== undefined &&
      failureIn(attempt) !== undefined &&
      signatureOf(previous) === signatureOf(attempt);
    if (group !== undefined && isRepeated) group.push(attempt);
    else groups.push([attempt]);
  }
  return groups.toReversed().flatMap(itemsOf);
}
