import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { lucideIcons } from './scripts/icons.ts';
import { SlowestFirstSequencer } from './test/harness/slowest-first-sequencer.ts';

const report = process.env.TEST_REPORT;
/** Multiplies every time limit, for machines that are slow or busy. */
const scale = Number(process.env.TEST_TIME_SCALE ?? '1');
const isLong = process.env.TEST_LONG === 'true';

/** Tests of the domain, which alone measure coverage: it makes all code slower. */
const domain = ['libs/domain/src/**/*.test.ts'];
/** Files that need no database, no product and no script runner: they share one module graph on threads. */
const pure = [
  'libs/{concurrency,process,tracing,formats,plugins,api-schema,server-addresses,outbound-http,script-protocol}/src/**/*.test.ts',
  'services/api/src/{board,dependencies,http,plans,scripts,system,webhooks}/**/*.test.ts',
  'services/api/src/people/!(tokens).test.ts',
  'test/{architecture,generators,harness/contract,harness/integrations}/*.test.ts',
  'test/deploy/{manifests,rules}/*.test.ts',
  'test/deploy/monitoring/conventions.test.ts',
  'test/documents.test.ts',
  'test/rights/expected-permissions.test.ts',
  'scripts/{,check/,plugin/,texts/}*.test.ts',
  'services/standalone/src/postgres/platforms.test.ts',
  'integrations/*/host/src/*.test.ts',
];
/** Tests of integrations: they need a script runner, and neither a database nor a product. */
const integrations = ['integrations/*/*.test.ts'];
/** Functions of the board. Node does not load TSX, and no thread has a time zone of its own. */
const page = ['apps/board/src/**/*.test.ts'];
/** Files that only `npm run test:long` runs. */
const long = isLong ? [] : ['**/*.long.test.ts'];
/** The long versions of these measure elapsed time, so nothing else may run. The short versions measure processor time. */
const alone = ['test/robustness/{limits,operations}-event-loop-delay.test.ts'];

/**
 * The code of a test ends before the most expensive compiler pays off. A worker serves many files, and most of its objects live for one request: a small young generation is collected
 * often. Its modules alone exceed the default limit of the old generation, which each collection would raise a little.
 */
const workerFlags = [
  '--no-turbofan',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--initial-old-space-size=1024',
];

export default defineConfig({
  test: {
    // Node runs the sources as they are: no test replaces a module, so a module runner or a loader would only add time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: false,
    sequence: { sequencer: SlowestFirstSequencer },
    // A hang names its pending operation (test/harness/report-if-hanging.ts) before the test ends.
    testTimeout: 60_000 * (isLong ? 30 : scale),
    hookTimeout: 60_000 * scale,
    teardownTimeout: 60_000 * scale,
    expect: { poll: { timeout: 20_000 * scale } },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    coverage: {
      include: ['libs/domain/src/**'],
      exclude: ['**/*.test.ts', '**/*.json', 'libs/domain/src/{testing.ts,testing/**}'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { 100: true },
    },
    projects: [
      {
        extends: true,
        test: { name: 'domain', pool: 'threads', maxWorkers: availableParallelism(), include: domain },
      },
      {
        extends: true,
        test: { name: 'pure', pool: 'threads', maxWorkers: availableParallelism(), include: pure },
      },
      {
        extends: true,
        plugins: [lucideIcons()],
        test: {
          name: 'page',
          pool: 'forks',
          maxWorkers: availableParallelism(),
          experimental: { viteModuleRunner: true },
          include: page,
        },
      },
      {
        extends: true,
        test: {
          // Real databases, products, processes and browsers. Most files wait most of the time, so cores share workers.
          name: 'product',
          pool: 'forks',
          execArgv: workerFlags,
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
          include: ['{libs,services,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...domain, ...pure, ...page, ...long, ...(isLong ? alone : []), '**/node_modules/**'],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'integrations', pool: 'forks', maxWorkers: availableParallelism(), include: integrations },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          pool: 'forks',
          execArgv: workerFlags,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          include: isLong ? alone : [],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          // The same tests once more, with a PgBouncer that gives each transaction another connection.
          name: 'pooled',
          pool: 'forks',
          execArgv: workerFlags,
          // Each worker loads all modules, which takes longer than a file of these.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          include: [
            ...(isLong ? ['test/conformance/operations/operations.test.ts'] : []),
            'test/flows/flow/{release-lifecycle,concurrent-commands}.test.ts',
            'test/flows/triggers/events.test.ts',
          ],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
    ],
  },
});
