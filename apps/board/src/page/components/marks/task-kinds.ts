// The task types that the page draws in a special way.

/** Returns a function that returns whether a task type has this name, with any prefix. */
const hasName =
  (name: string) =>
  (type: string): boolean =>
    type.endsWith(`.${name}`);

/** The name of the type of gates, without its prefix. */
export const gateName = 'GateTask';
/** The name of the type of parallel groups, without its prefix. */
export const parallelGroupName = 'ParallelGroup';

export const isGate = hasName(gateName);
export const isParallelGroup = hasName(parallelGroupName);
export const isScript = hasName('ScriptTask');
export const isNotification = hasName('NotificationTask');
export const isReleaseCreation = hasName('CreateReleaseTask');
