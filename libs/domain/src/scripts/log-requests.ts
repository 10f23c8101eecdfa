import { log, logTask, taskEntry } from '../decision/log.ts';
import type { LogEntry } from '../decision/outcome.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import type { ScriptHttpRequest } from '../decision/script-result.ts';
import { message } from '../messages/message.ts';
import { clip } from '../model/errors.ts';
import type { Task } from '../model/task.ts';

/** One run can make thousands of requests, and the log of a release is loaded as a whole. */
const maxLines = 100;

/** Logs each request in an entry with its time. The requests above the maximum share one entry. */
export function logRequests(
  before: OutcomeDraft,
  task: Task,
  requests: readonly ScriptHttpRequest[] = [],
): OutcomeDraft {
  const { context } = before;
  const lines = requests.slice(0, maxLines).map(({ at, method, host, status, durationMs }): LogEntry => {
    const request = { method: clip(method), host: clip(host), milliseconds: Math.round(durationMs) };
    const entry = taskEntry(context, 'TASK_HTTP_REQUEST', task, (subject) =>
      status === null
        ? message('activity.httpRequestWithoutAnswer', { ...subject, ...request })
        : message('activity.httpRequest', { ...subject, ...request, status }),
    );
    return { ...entry, eventTime: Math.min(at, entry.eventTime) };
  });
  const logged = log(before, lines);
  const extraCount = requests.length - lines.length;
  if (extraCount === 0) return logged;
  return logTask(logged, 'TASK_HTTP_REQUEST', task, (subject) =>
    message('activity.moreHttpRequests', { ...subject, count: extraCount }),
  );
}
