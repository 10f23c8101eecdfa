import { log, logTask, taskEntry } from '../decision/log.ts';
import type { Entry } from '../decision/outcome.ts';
import type { Progress } from '../decision/progress.ts';
import type { MadeRequest } from '../decision/script-result.ts';
import { clip } from '../model/errors.ts';
import type { Task } from '../model/task.ts';

/** One run may make thousands, and the log of a release is read as a whole. */
const mostLines = 100;

/** Logs each request in a line, with its time. The requests above the maximum share one line. */
export function logRequests(before: Progress, task: Task, requests: readonly MadeRequest[] = []): Progress {
  const { context } = before;
  const lines = requests.slice(0, mostLines).map(({ at, method, host, status, durationMs }): Entry => {
    const what = `HTTP ${clip(method)} ${clip(host)}: ${status ?? 'no answer'} after ${Math.round(durationMs)} ms, for`;
    const entry = taskEntry(context, 'TASK_HTTP_REQUEST', task, what);
    return { ...entry, eventTime: Math.min(at, entry.eventTime) };
  });
  const logged = log(before, lines);
  const more = requests.length - lines.length;
  return more === 0 ? logged : logTask(logged, 'TASK_HTTP_REQUEST', task, `HTTP: and ${more} more, for`);
}
