import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Nets for what never ends, not limits: tests wait for events, and a busy machine may be thirty times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
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
        test: { name: 'pure', include: ['libs/{domain,runtime,formats,plugins,wire}/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: [
            'libs/{persistence,engine,queue,resources,scripts,egress}/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          globalSetup: 'test/harness/servers/global-setup.ts',
        },
      },
    ],
  },
});
