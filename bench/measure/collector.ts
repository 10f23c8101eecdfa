import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A collector of traces that takes everything and keeps nothing, in a process of its own. */
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
