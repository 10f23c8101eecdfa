import type { TaskTypeAnswer } from '@slipway/wire';
import { entity } from '../data/entity.ts';
import { useLive } from './use-live.ts';
import type { Want } from './wants.ts';

const nothing: readonly Want[] = [];

const types = entity<readonly TaskTypeAnswer[]>('/tasks/types');

/** The types of tasks that there are, asked for with what names them; undefined: nobody has said yet. */
export function useTaskTypes(): readonly TaskTypeAnswer[] | undefined {
  useLive(nothing, types.refresh);
  return types.value.value;
}

/** A type by its name, for whom `useTaskTypes` has asked; undefined: that is not known yet, or its plugin is gone. */
export const taskTypeNamed = (type: string): TaskTypeAnswer | undefined =>
  types.value.value?.find((one) => one.type === type);

/** What a type is called: until that is known nothing, and of a plugin that is gone its name. */
export const titleOfType = (type: string): string =>
  types.value.value === undefined ? '' : (taskTypeNamed(type)?.title ?? type);
