import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Waits until the pipe from the parent closes, which happens for any end, including kill -9. A stopped process receives
// the signal only when it continues. Its children may still write into the folder for a moment.
const SCRIPT = `
  cat >/dev/null
  kill -"$2" "$1" 2>/dev/null
  kill -CONT "$1" 2>/dev/null
  while [ -e "/proc/$1/exe" ]; do sleep 0.02; done
  while [ -e "$3" ] && ! rm -rf "$3" 2>/dev/null; do sleep 0.1; done`;

/** A process that ends with the parent: its signal, and a folder to delete after it. */
interface ReapTarget {
  readonly pid?: number;
  readonly signal?: 'INT' | 'TERM';
  readonly folder?: string;
}

/** What keeps the promise that nothing stays behind. */
export interface ProcessReaper {
  /** Ends the ward now; done when process and folder are gone. */
  end(): Promise<void>;
  /** The process has already ended. */
  dismiss(): void;
}

/** Makes sure that the ward ends when this process does, in whichever way. */
export function reapWithParent({ pid, signal = 'TERM', folder = '' }: ReapTarget): ProcessReaper {
  const reaper = spawn('sh', ['-c', SCRIPT, 'guard', pid === undefined ? 'none' : String(pid), signal, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = once(reaper, 'exit');
  reaper.unref();
  return {
    end: async () => {
      reaper.ref();
      reaper.stdin.end();
      await exited;
    },
    dismiss: () => void reaper.kill('SIGKILL'),
  };
}
