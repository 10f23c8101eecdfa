import type { TaskTypeResponse } from '@slipway/api-schema/plans';
import { entity } from '../api/entity.ts';
import { useLiveRefresh } from './queries.ts';
import type { Topic } from './subscriptions.ts';

const noTopics: readonly Topic[] = [];

const types = entity<readonly TaskTypeResponse[]>('/tasks/types');

/** Returns the task types; undefined until they are loaded. The first component with this hook loads them. */
export function useTaskTypes(): readonly TaskTypeResponse[] | undefined {
  useLiveRefresh(noTopics, types.refresh);
  return types.value.value;
}

/**
 * Returns a task type by its name; undefined if the types are not loaded or the plugin of the type was removed.
 * Requires a component with `useTaskTypes`.
 */
export const findTaskType = (type: string): TaskTypeResponse | undefined =>
  types.value.value?.find((taskType) => taskType.type === type);

/** Whether tasks of the type run automatically, so that they need no assignee. False until the types are loaded. */
export const isAutomatic = (type: string): boolean => findTaskType(type)?.abortable === true;

/**
 * Returns the title of a task type; empty until the types are loaded. Returns its name if the plugin of the type was
 * removed.
 */
export const taskTypeTitle = (type: string): string =>
  types.value.value === undefined ? '' : (findTaskType(type)?.title ?? type);
