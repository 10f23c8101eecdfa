/** The maximum size of the log of a job, in characters. */
export const maxLogCharacters = 65_536;

/** How much of the log of a job is in the comments of its task. */
export interface LogProgress {
  /** the number of reported characters */
  readonly reported: number;
  /** the time of the last report, in milliseconds; null: none */
  readonly reportedAt: number | null;
}

const minReportMs = 2_000;
const reportShare = 8;

interface LogRead {
  /** the log so far, with secrets masked */
  readonly log: string;
  readonly progress: LogProgress;
  readonly now: number;
  readonly startedAt: number;
  readonly isEnd: boolean;
}

/**
 * Returns the next part of a log for a comment; empty: none now. While the job runs, a part has whole lines, and the
 * time between parts grows with the age of the job. Therefore, a job of an hour has about 50 comments.
 */
export function nextLogPart({ log, progress, now, startedAt, isEnd }: LogRead): string {
  const rest = log.slice(progress.reported, maxLogCharacters);
  if (isEnd) return log.length > maxLogCharacters ? `${rest}\n[The rest of the log is left out.]` : rest;
  const pauseMs = Math.max(minReportMs, (now - startedAt) / reportShare);
  if (progress.reportedAt !== null && now - progress.reportedAt < pauseMs) return '';
  return rest.slice(0, rest.lastIndexOf('\n') + 1);
}

/** A part of a log, without the directives of the family's integration kit. */
export interface LogText {
  readonly text: string;
  /** the last status line; null: none */
  readonly statusLine: string | null;
}

const directiveStart = /##\[start: (comment|status)\]/g;

/** Separates comments and status lines that the family's integration kit writes to the log from other lines. */
export function readDirectives(log: string): LogText {
  const parts: string[] = [];
  let statusLine: string | null = null;
  let from = 0;
  for (const { 0: mark, 1: kind, index } of log.matchAll(directiveStart)) {
    const end = `##[end: ${kind}]`;
    const endAt = log.indexOf(end, index);
    if (index < from || endAt === -1) continue;
    const content = log.slice(index + mark.length, endAt);
    // A logger writes the time and its level before a directive.
    const lineAt = log.lastIndexOf('\n', index) + 1;
    parts.push(log.slice(from, Math.max(from, lineAt)), kind === 'comment' ? `${content}\n` : '');
    if (kind === 'status') statusLine = content;
    from = endAt + end.length;
    if (log[from] === '\n') from += 1;
  }
  return { text: parts.join('') + log.slice(from), statusLine };
}
