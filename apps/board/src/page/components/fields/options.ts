/** The values of a choice with their labels. */
type Options = readonly (readonly [value: string, label: string])[];

/** The flags of a release or task, with their labels. */
export const flagOptions = [
  ['OK', 'No flag'],
  ['ATTENTION_NEEDED', 'Needs attention'],
  ['AT_RISK', 'At risk'],
] as const satisfies Options;

/** The actions after the failure of a task, with their labels. */
export const recoverOptions = [
  ['SKIP_TASK', 'Skip the task'],
  ['RESTART_PHASE', 'Restart the phase'],
  ['RUN_SCRIPT', 'Run a script'],
] as const satisfies Options;

/** Returns the label of a value; the value itself if the options do not contain it. */
export const optionLabel = (options: Options, value: string): string =>
  options.find(([option]) => option === value)?.[1] ?? value;
