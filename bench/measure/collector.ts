import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a collector of traces in its own process. It accepts all traces and stores none. */
export async function startCollector(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('collector-process.ts', import.meta.url)));
  const [port] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
