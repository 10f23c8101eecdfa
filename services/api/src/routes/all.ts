import type { Route } from '../http/route.ts';
import { activeTasks } from './active-tasks.ts';
import { activities } from './activities.ts';
import { calendar } from './calendar.ts';
import { configurations } from './configurations.ts';
import { deliveries } from './deliveries.ts';
import { explanations } from './explain.ts';
import { folderContents } from './folder-contents.ts';
import { folderVariables } from './folder-variables.ts';
import { folders } from './folders.ts';
import { gates } from './gates.ts';
import { globalVariables } from './global-variables.ts';
import { metadata } from './metadata.ts';
import { permissionNames } from './permissions.ts';
import { phases } from './phases.ts';
import { planMoves } from './plan-moves.ts';
import { planSearch } from './plan-search.ts';
import { plugins } from './plugins.ts';
import { previews } from './previews.ts';
import { releases } from './releases.ts';
import { scripts } from './scripts.ts';
import { search } from './search.ts';
import { system } from './system.ts';
import { systemMessage } from './system-message.ts';
import { taskActions } from './task-actions.ts';
import { taskInputs } from './task-inputs.ts';
import { taskStatuses } from './task-statuses.ts';
import { taskSteps } from './task-steps.ts';
import { tasks } from './tasks.ts';
import { templateCopies } from './template-copies.ts';
import { templates } from './templates.ts';
import { triggerLooks } from './trigger-looks.ts';
import { triggerSwitches } from './trigger-switches.ts';
import { triggers } from './triggers.ts';
import { variableUses } from './variable-uses.ts';
import { variables } from './variables.ts';

/** Every endpoint under `/api/v1`. */
export const routes: readonly Route[] = [
  ...search,
  ...templates,
  ...previews,
  ...explanations,
  ...system,
  ...releases,
  ...activeTasks,
  ...variables,
  ...phases,
  ...tasks,
  ...taskActions,
  ...taskSteps,
  ...taskStatuses,
  ...taskInputs,
  ...gates,
  ...folders,
  ...activities,
  ...permissionNames,
  ...templateCopies,
  ...variableUses,
  ...planSearch,
  ...planMoves,
  ...folderContents,
  ...folderVariables,
  ...globalVariables,
  ...plugins,
  ...metadata,
  ...calendar,
  ...configurations,
  ...systemMessage,
  ...deliveries,
  ...scripts,
  ...triggers,
  ...triggerSwitches,
  ...triggerLooks,
];
