import { type Read, rule, wholeNumber } from './setting.ts';

/** How scripts are run. */
export const scriptVariables = {
  SCRIPT_RUNNER_CHILDREN: wholeNumber(2, 256)
    .optional()
    .meta(rule('must be a whole number of processes from 2 to 256', '4')),
  WEBHOOK_SCRIPT_MS: wholeNumber(50, 60_000)
    .default(500)
    .meta(rule('must be a whole number of milliseconds from 50 to 60000', '500')),
  SCRIPT_COMPILE_MS: wholeNumber(0, 60_000)
    .default(500)
    .meta(rule('must be a whole number of milliseconds from 0 to 60000', '500')),
};

export const scriptSettings = (read: Read<typeof scriptVariables>) => ({
  /** undefined: as many as there are cores */
  scriptRunnerChildren: read.SCRIPT_RUNNER_CHILDREN,
  webhookScriptMs: read.WEBHOOK_SCRIPT_MS,
  /** how long a save waits for its scripts to be compiled; 0: they are not compiled */
  scriptCompileMs: read.SCRIPT_COMPILE_MS,
});
