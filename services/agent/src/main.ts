// The entry of `npm run agent`: a process that runs containers of tasks with podman or Docker.

import { createLogger } from '@slipway/process';
import { runAgent } from './agent.ts';
import { createEngine } from './engine.ts';
import { type AgentSettings, parseSettings } from './settings.ts';

function readSettings(): AgentSettings {
  try {
    return parseSettings(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const settings = readSettings();
const logger = createLogger({ logLevel: 'info' });
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
const { engine: program, network } = settings;
await runAgent({
  settings,
  createEngine: (agentId) => createEngine({ program, network, agentId }),
  logger,
  stopping: stopping.signal,
}).catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error;
});
