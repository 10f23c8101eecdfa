// A process that runs the scripts of releases and nothing else, for tests that kill it.

import { openEngine } from '@slipway/engine';
import { createEgress } from '@slipway/outbound-http';
import { createLogger } from '@slipway/process';
import { createRunnerClient } from '@slipway/script-protocol';
import { createAutomatedTypes, openActivePlugins } from '@slipway/startup';
import { startScriptRuns } from '../../../services/scheduler/src/scripts/runs.ts';

const { DATABASE_URL: url = '', RUNNER_URL = '', RUNNER_SECRET = '' } = process.env;
/**
 * The key with which the test encrypts its database. Engines of tests use it unchanged; the product derives its bytes.
 */
const secretKey = process.env.SEALED_BY ?? '0'.repeat(64);
const logger = createLogger({ logLevel: 'warn' });
const types = createAutomatedTypes();
const { engine, database, seal } = await openEngine({
  url,
  secretKey,
  warn: logger.warn.bind(logger),
  automatedTypes: types.current,
});
const plugins = openActivePlugins(database);
types.follow(plugins, logger);
await plugins.current();
startScriptRuns({
  engine,
  database,
  seal,
  scripts: createRunnerClient({ url: RUNNER_URL, secret: RUNNER_SECRET }),
  egress: createEgress({
    allow: [{ of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null }],
    deny: [],
    trace: [],
    own: () => [],
    timeoutMs: 60_000,
    allowUnverified: false,
  }),
  plugins,
  typePrefix: 'rel',
  apiVersion: '24.1.0',
  templatesAt: '/',
  logger,
  intervalMs: 50,
});
