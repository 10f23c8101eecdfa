// The entry point of `npm run api`: a process that serves clients. Any number of API processes can share one database.
// The schedulers run the background work.
import type { RequestListener } from 'node:http';
import { answerProbes, type Listener, listen, type Management, type Process, runProcess } from '@slipway/process';
import { startPlugins, startReplica, startService, withDatabaseErrors } from '@slipway/startup';
import { startApi } from './start.ts';
import { warmUpApi } from './warm-up.ts';

async function start(process: Process): Promise<void> {
  const { config, logger, lifecycle } = process;
  const { management, early, types, opened, runner, egress } = await startService(process, {
    processName: 'the api',
    action: 'serves',
    serveProbesEarly: (management) => listenEarly(process, management),
  });
  const { health, metrics } = management;
  const { scripts } = runner;
  const { engine, database, seal } = opened;
  const plugins = await startPlugins(process, database, types);
  const replica = await startReplica(process, database, metrics);
  const apiDeps = { replica, engine, database, seal, config, logger, health, metrics, scripts, egress, plugins };
  const api = await lifecycle.start(
    'api',
    () => startApi(apiDeps, early),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'warm-up',
    () => warmUpApi(apiDeps),
    () => {},
  );
  await management.started(api.drain);
  globalThis.process.send?.({ address: api.address }, () => undefined);
  logger.info({ address: api.address }, 'the api is running');
}

/** Starts the listener early: without a separate management port, the API port serves the probes from the start. */
async function listenEarly({ config, lifecycle }: Process, management: Management): Promise<Listener | undefined> {
  if (management.address !== null) return undefined;
  return await lifecycle.start(
    'listener',
    () => listen(config, belowRoot(config.contextRoot, answerProbes(management, notYet))),
    (listening) => listening.stop(0),
  );
}

const notYet: RequestListener = (_, response) => {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': 'en', 'Retry-After': '1' };
  response.writeHead(503, headers).end('the product is starting: try again\n');
};

/** Removes the context root from the paths of requests. */
const belowRoot =
  (root: string, answer: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith(`${root}/`)) request.url = request.url.slice(root.length);
    answer(request, response);
  };

await runProcess(withDatabaseErrors(start), { OTEL_SERVICE_NAME: 'slipway-api' });
