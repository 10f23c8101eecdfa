import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;

/** Whether we may give back a priority that was taken. */
export const mayRaise = process.platform === 'linux' && process.getuid?.() === 0;

/** Of all threads, since each has a priority of its own; and of the session, among which Linux may divide processors first. */
function give(pid: number, priority: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/**
 * Has a process, the first of its session, take only the processor time that others leave, until what is answered is called.
 * Does nothing where we may not.
 */
export function lowered(pid: number): () => void {
  if (!mayRaise) return () => {};
  give(pid, PRIORITY_LOW);
  return () => give(pid, PRIORITY_NORMAL);
}
