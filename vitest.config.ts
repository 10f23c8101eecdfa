import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Nets for what never ends, not limits: tests wait for events, and a busy machine may be thirty times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    coverage: {
      include: ['libs/domain/src/**'],
      exclude: ['**/*.test.ts', 'libs/domain/src/{testing.ts,testing/**}'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { 100: true },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'libs/{domain,runtime,tracing,formats,plugins,wire,servers}/src/**/*.test.ts',
            'services/board/src/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: [
            'libs/{persistence,engine,queue,resources,scripts,egress,bootstrap}/src/**/*.test.ts',
            'services/!(board)/src/**/*.test.ts',
            'test/{*.test.ts,!(board)/**/*.test.ts}',
          ],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          // a browser and a server that wait for each other leave room for a third
          name: 'board',
          maxWorkers: 3,
          // one browser and one copy of the modules for all files of a worker
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ['test/board/**/*.test.ts'],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          // the same once more, where a PgBouncer gives each transaction another connection
          name: 'pooled',
          include: [
            'test/conformance/operations/operations.test.ts',
            'test/flows/flow/{life,at-once}.test.ts',
            'test/flows/triggers/events.test.ts',
          ],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
    ],
  },
});
