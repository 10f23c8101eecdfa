import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '@slipway/process';
import type { Target } from './client.ts';

/** The product runs from sources or from a bundle, like this file. */
const productEntry = fileURLToPath(
  new URL(`../../services/standalone/src/main${extname(import.meta.url)}`, import.meta.url),
);

/** The server of the demo. `stop` ends it if the demo has started it. */
export interface DemoServer extends Target {
  /** the credentials for curl; only the name if ADMIN_PASSWORD is set, so that the password is not displayed */
  readonly curlUser: string;
  /** whether the server continues to run after the demo */
  readonly isExternal: boolean;
  stop(): Promise<void>;
}

/** Returns the server that runs at HOST and PORT. Otherwise starts one with a temporary data folder. */
export async function findOrStartServer(): Promise<DemoServer> {
  const { host, port, managementPort = port, contextRoot, adminPassword } = parseConfig(process.env);
  const login = {
    username: 'admin',
    password: adminPassword ?? 'admin',
    curlUser: adminPassword === undefined ? 'admin:admin' : 'admin',
  };
  const address = `http://${host}:${port}${contextRoot}`;
  if (await isReachable(`http://${host}:${managementPort}/livez`)) {
    process.stdout.write(`Using the server at ${address}.\n\n`);
    return { ...login, address, isExternal: true, stop: async () => undefined };
  }
  return { ...login, isExternal: false, ...(await startServer()) };
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

async function startServer(): Promise<{ address: string; stop(): Promise<void> }> {
  process.stdout.write('No server runs yet: starting one for the demo…\n');
  const folder = await mkdtemp(join(tmpdir(), 'slipway-demo-'));
  const variables = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    SAMPLES: 'false',
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, [...process.execArgv, productEntry], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(130)));
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Slipway is ready at (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    process.stdout.write(`Started one at ${address}; it goes when the demo ends.\n\n`);
    return { address, stop };
  }
  await stop();
  throw new Error('the server for the demo did not start');
}
