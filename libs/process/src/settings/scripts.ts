import { type Read, rule, wholeNumber } from './setting.ts';

/** The settings of scripts. */
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
  /** undefined: the number of cores */
  scriptRunnerChildren: read.SCRIPT_RUNNER_CHILDREN,
  webhookScriptMs: read.WEBHOOK_SCRIPT_MS,
  /** the maximum time that a save waits for the compilation of its scripts; 0: scripts are not compiled */
  scriptCompileMs: read.SCRIPT_COMPILE_MS,
});
