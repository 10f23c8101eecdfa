import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{libs,services}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
  },
});
