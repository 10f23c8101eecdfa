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
/** Whether users complete tasks of a type: manual tasks, gates and user input tasks. */
export const isCompletedByUsers = (type: string): boolean =>
  isGate(type) || [hasName('Task'), hasName('UserInputTask')].some((isKind) => isKind(type));
export const isNotification = hasName('NotificationTask');
