import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Waits until the pipe from the parent closes, which happens for any kind of end, including kill -9. A stopped process
// receives the signal only when it continues. Its child processes may write to the folder for a moment longer.
const SCRIPT = `
  cat >/dev/null
  kill -"$2" "$1" 2>/dev/null
  kill -CONT "$1" 2>/dev/null
  while [ -e "/proc/$1/exe" ]; do sleep 0.02; done
  while [ -e "$3" ] && ! rm -rf "$3" 2>/dev/null; do sleep 0.1; done`;

/** A process that ends with the parent process: its signal, and a folder to delete after its end. */
interface ReapTarget {
  readonly pid?: number;
  readonly signal?: 'INT' | 'TERM';
  readonly folder?: string;
}

/** Ends a process, and deletes its folder, when the parent process ends. */
export interface ProcessReaper {
  /** Ends the process now. Resolves when the process has ended and the folder is deleted. */
  end(): Promise<void>;
  /** Call this if the process has ended already. */
  dismiss(): void;
}

/** Starts a shell that ends the process when this process ends for any reason. */
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
