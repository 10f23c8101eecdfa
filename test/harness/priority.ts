import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;

/** Whether this process can raise a priority that it lowered. */
export const canRaisePriority = process.platform === 'linux' && process.getuid?.() === 0;

/** Sets the priority of all threads, and of the session, because Linux can divide processors among sessions first. */
function applyPriority(pid: number, priority: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/**
 * Limits a process, the first of its session, to idle processor time until the returned function is called. Has no effect
 * without the permission to raise a priority.
 */
export function lowerPriority(pid: number): () => void {
  if (!canRaisePriority) return () => {};
  applyPriority(pid, PRIORITY_LOW);
  return () => applyPriority(pid, PRIORITY_NORMAL);
}
