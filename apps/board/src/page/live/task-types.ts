import type { TaskTypeResponse } from '@slipway/api-schema/plans';
import { entity } from '../api/entity.ts';
import { useLiveRefresh } from './queries.ts';
import type { Topic } from './subscriptions.ts';

const noTopics: readonly Topic[] = [];

const types = entity<readonly TaskTypeResponse[]>('/tasks/types');

/** The types of tasks, loaded with the first user of this hook; undefined: not loaded. */
export function useTaskTypes(): readonly TaskTypeResponse[] | undefined {
  useLiveRefresh(noTopics, types.refresh);
  return types.value.value;
}

/** A type by its name, after `useTaskTypes`; undefined: not loaded, or its plugin was removed. */
export const findTaskType = (type: string): TaskTypeResponse | undefined =>
  types.value.value?.find((taskType) => taskType.type === type);

/** The title of a type; empty until it is loaded; its name if its plugin was removed. */
export const taskTypeTitle = (type: string): string =>
  types.value.value === undefined ? '' : (findTaskType(type)?.title ?? type);
