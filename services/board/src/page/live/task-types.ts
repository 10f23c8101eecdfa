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

/** What a type is called, for whom `useTaskTypes` has asked; until that is known nothing, and of a plugin that is gone its name. */
export const titleOfType = (type: string): string =>
  types.value.value === undefined ? '' : (types.value.value.find((one) => one.type === type)?.title ?? type);
