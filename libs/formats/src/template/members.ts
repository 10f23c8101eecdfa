import { type Message, message, type Warn } from '@slipway/domain/messages';
import { isObject, type Json } from '@slipway/domain/model';
import { toSingleLine } from '../errors/bad-file.ts';

/** An object in a file. */
export type Members = Readonly<Record<string, Json>>;

/** Returns the objects in a list, without other values. */
export const objectsIn = (value: Json | undefined): readonly Members[] =>
  Array.isArray(value) ? value.filter((item: Json) => isObject(item)) : [];

/** Returns the objects in a list. Warns about other values. */
export function objectsWithWarning(value: Json | undefined, name: string, warn: Warn): readonly Members[] {
  const objects = objectsIn(value);
  if (value !== undefined && value !== null && !Array.isArray(value)) warn(message('file.notAList', { member: name }));
  else if (Array.isArray(value) && objects.length < value.length)
    warn(message('file.notObjects', { count: value.length - objects.length, member: name }));
  return objects;
}

/** Returns a text, or null for another value. */
export const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** Returns the title of an object for warnings. */
const titleOf = ({ title, key }: Members): string => toSingleLine(textIn(title) ?? textIn(key) ?? '');

export const phasePart = (phase: Members): Message => message('part.phase', { title: titleOf(phase) });
export const taskPart = (task: Members, phase: Message): Message =>
  message('part.taskIn', { title: titleOf(task), phase });
export const triggerPart = (trigger: Members): Message => message('part.trigger', { title: titleOf(trigger) });

/** Returns the last part of a type, without its prefix. */
export const typeNameOf = (type: Json | undefined): string => {
  const rawType = textIn(type) ?? '';
  return rawType.slice(rawType.lastIndexOf('.') + 1);
};
