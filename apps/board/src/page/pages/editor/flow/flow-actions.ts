import type { ReadonlySignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import type { EditingLimits } from '../editing-limits.ts';
import type { OpenFlowDialog } from './flow-dialogs.tsx';
import type { SiblingPosition } from './sibling-positions.ts';

/** The actions in the flow of a plan. */
export interface FlowActions {
  /** Returns the address of a task. */
  readonly taskUrl: (id: string) => string;
  /** Returns the titles of the tasks in the same group that a task waits for. */
  readonly predecessorsOf: (id: string) => readonly string[];
  /** Returns the position of a phase or task in the plan, which may have more parts than the page. */
  readonly siblingPosition: (id: string) => SiblingPosition;
  readonly open: (dialog: OpenFlowDialog) => void;
  /** Adds a task to a phase or group, at a position or at the end. */
  readonly add: (containerId: string, position?: number) => void;
  readonly copy: (id: string) => void;
  readonly lock: (task: TaskResponse) => void;
  readonly moveBy: (id: string, step: -1 | 1) => void;
  readonly copyPhase: (id: string, position: number) => void;
  readonly movePhaseBy: (id: string, step: -1 | 1) => void;
  /** The last segment of the id of the task whose title is edited in its card; null: none. */
  readonly renamed: ReadonlySignal<string | null>;
  readonly rename: (id: string | null) => void;
  readonly saveTitle: (id: string, title: string) => void;
  readonly limits: EditingLimits;
}
