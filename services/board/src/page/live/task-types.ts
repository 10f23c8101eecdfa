import type { TaskTypeAnswer } from '@slipway/wire';
import { entity } from '../data/entity.ts';
import { useLive } from './use-live.ts';
import type { Want } from './wants.ts';

const nothing: readonly Want[] = [];

const types = entity<readonly TaskTypeAnswer[]>('/tasks/types');

/** The types of tasks, loaded with the first user of this hook; undefined: not loaded. */
export function useTaskTypes(): readonly TaskTypeAnswer[] | undefined {
  useLive(nothing, types.refresh);
  return types.value.value;
}

/** A type by its name, after `useTaskTypes`; undefined: not loaded, or its plugin was removed. */
export const taskTypeNamed = (type: string): TaskTypeAnswer | undefined =>
  types.value.value?.find((one) => one.type === type);

/** What a type is called: until that is known nothing, and of a plugin that is gone its name. */
export const titleOfType = (type: string): string =>
  types.value.value === undefined ? '' : (taskTypeNamed(type)?.title ?? type);
