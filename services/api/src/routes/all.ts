import type { Route } from '../http/route.ts';
import { activeTasks } from './active-tasks.ts';
import { activities } from './activities.ts';
import { folders } from './folders.ts';
import { gates } from './gates.ts';
import { phases } from './phases.ts';
import { releases } from './releases.ts';
import { search } from './search.ts';
import { taskActions } from './task-actions.ts';
import { taskInputs } from './task-inputs.ts';
import { taskSteps } from './task-steps.ts';
import { tasks } from './tasks.ts';
import { templates } from './templates.ts';
import { variables } from './variables.ts';

/** Every endpoint under `/api/v1`. */
export const routes: readonly Route[] = [
  ...search,
  ...templates,
  ...releases,
  ...activeTasks,
  ...variables,
  ...phases,
  ...tasks,
  ...taskActions,
  ...taskSteps,
  ...taskInputs,
  ...gates,
  ...folders,
  ...activities,
];
