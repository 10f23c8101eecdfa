/** The task types whose behaviour the flow knows; every other type is a manual task (operations.md, task types). */
export type TaskBehaviour = 'manual' | 'gate' | 'parallel' | 'sequential' | 'userInput' | 'create' | 'script';

/** The task types that a script runner serves. */
export interface AutomatedTypes {
  has(type: string): boolean;
  /** those that bring a script along for when their tasks are aborted */
  readonly withAbortScript?: ReadonlySet<string>;
}

/** How a task of this type behaves. */
export function behaviourOf(type: string, automated: AutomatedTypes): TaskBehaviour {
  switch (type) {
    case 'GateTask':
      return 'gate';
    case 'ParallelGroup':
      return 'parallel';
    case 'SequentialGroup':
      return 'sequential';
    case 'UserInputTask':
      return 'userInput';
    case 'CreateReleaseTask':
      return 'create';
  }
  return automated.has(type) ? 'script' : 'manual';
}

/** The task types with a script that a runner serves wherever the product runs; plugins define more (scripts.md). */
export const scriptTypes: ReadonlySet<string> = new Set(['ScriptTask', 'CustomScriptTask']);
