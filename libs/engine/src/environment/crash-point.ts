/** Points between two transactions at which tests kill the process, to check the recovery. */
export const crashLabels = [
  'before-commit',
  'inside-transaction',
  'after-commit',
  'after-claim',
  'before-send',
  'after-send',
  'before-acknowledge',
] as const;

/** The crash points of a script run: around each row of its journal, each request, and each log entry. */
const scriptCrashLabels = [
  'before-journal',
  'after-journal',
  'before-request',
  'after-request',
  'before-fact',
  'after-fact',
] as const;

/** The crash points of the mail of a task: around the claim, the mail server, and the stored result. */
const mailCrashLabels = ['before-mail', 'after-mail', 'after-mail-fact'] as const;

/** The crash points of a notification: around its claim, its request, and the stored result. */
export const notificationCrashLabels = [
  'after-message-claim',
  'before-notification',
  'after-notification',
  'before-delivery-result',
  'after-delivery-result',
] as const;

/** A point in the code that can be named in `CRASH_AT`. */
export type CrashLabel = (
  | typeof crashLabels
  | typeof scriptCrashLabels
  | typeof mailCrashLabels
  | typeof notificationCrashLabels
)[number];

/**
 * Reads `CRASH_AT`: `after-commit` kills this process at that point, like `kill -9`, and `after-commit:7` when it
 * passes the point for the seventh time. Without the variable, as outside tests, a point costs nothing.
 */
export const crashPoint: (label: CrashLabel) => void = parseCrashPoint(process.env.CRASH_AT);

function parseCrashPoint(setting: string | undefined): (label: CrashLabel) => void {
  if (setting === undefined || setting === '') return () => {};
  const [label, times = '1'] = setting.split(':');
  let remaining = Number(times);
  return (current) => {
    if (current !== label) return;
    remaining -= 1;
    if (remaining === 0) process.kill(process.pid, 'SIGKILL');
  };
}
