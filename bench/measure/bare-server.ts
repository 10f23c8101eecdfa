import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts the bare express server (bare-handler.ts) in its own process, with the product's PostgreSQL. */
export async function startBareServer(
  databaseUrl: string,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const env = { ...process.env, BENCH_DATABASE: databaseUrl, NODE_ENV: 'production' };
  const child = fork('bench/measure/bare-handler.ts', { env });
  const [port] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
