import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    coverage: {
      include: ['libs/domain/src/**'],
      exclude: ['**/*.test.ts', 'libs/domain/src/{testing.ts,testing/**}'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { 100: true },
    },
    projects: [
      { extends: true, test: { name: 'pure', include: ['libs/{domain,runtime,plugins,wire}/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'real',
          include: [
            'libs/{persistence,engine,queue,scripts}/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          globalSetup: 'test/harness/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
