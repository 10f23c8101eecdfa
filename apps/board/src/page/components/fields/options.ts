import { t } from '../../navigation/text.ts';

/** The values of a choice with their labels. */
type Options = readonly (readonly [value: string, label: string])[];

/** The flags of a release or task, with their labels. */
export const flagOptions = [
  ['OK', t('No flag')],
  ['ATTENTION_NEEDED', t('Needs attention')],
  ['AT_RISK', t('At risk')],
] as const satisfies Options;

/** The actions after the failure of a task, with their labels. */
export const recoverOptions = [
  ['SKIP_TASK', t('Skip the task')],
  ['RESTART_PHASE', t('Restart the phase')],
  ['RUN_SCRIPT', t('Run a script')],
] as const satisfies Options;

/** Returns the label of a value; the value itself if the options do not contain it. */
export const optionLabel = (options: Options, value: string): string =>
  options.find(([option]) => option === value)?.[1] ?? value;
