import { pollTriggerType } from '@slipway/domain';
import type { TypeDefinition } from '../definitions/type-definition.ts';
import { baseTypes } from './base-types.ts';
import { eventTypes } from './event-types.ts';
import { planTypes } from './plan-types.ts';
import { riskTypes } from './risk-types.ts';
import { triggerDefinitions } from './trigger-types.ts';
import { variableTypes } from './variable-types.ts';

const all = [...planTypes, ...riskTypes, ...variableTypes, ...baseTypes, ...eventTypes, ...triggerDefinitions];
const own: ReadonlyMap<string, TypeDefinition> = new Map(all.map((type) => [type.name, type]));

/** A type and those that it extends, the furthest first. Two plugins may have come to extend each other: a circle ends where it began. */
export function lineOf<T extends { readonly name: string; readonly extends: string }>(
  type: T,
  find: (name: string) => T | undefined,
): readonly T[] {
  const line = [type];
  for (let parent = find(type.extends); parent && !line.includes(parent); parent = find(parent.extends)) {
    line.unshift(parent);
  }
  return line;
}

/** The properties of a line of types: own ones come after inherited ones and take the place of namesakes. */
export function inherited(line: readonly Pick<TypeDefinition, 'properties'>[]): TypeDefinition['properties'] {
  const whole = new Map<string, TypeDefinition['properties'][number]>();
  for (const each of line.flatMap(({ properties }) => properties)) {
    // A type that hides an inherited secret, or changes its label, does not make it readable.
    const secret = each.kind === 'string' && whole.get(each.name)?.password === true;
    whole.set(each.name, secret ? { ...each, password: true } : each);
  }
  return [...whole.values()];
}

/**
 * The types that are there without any plugin, by name and with all that they inherit: releases and what they are made
 * of, variables, webhooks and what plugins extend. Ours have no prefix.
 */
export const productTypes: ReadonlyMap<string, TypeDefinition> = new Map(
  all.map((type) => [type.name, { ...type, properties: inherited(lineOf(type, (name) => own.get(name))) }]),
);

/** What plugins extend of ours, whichever prefix they were written for. */
const extensible = new Set([...baseTypes.map(({ name }) => name), pollTriggerType]);

/**
 * The name that a type has inside where a definition names it: one of ours has no prefix. A plugin may give it any where
 * it is there to be extended (compatibility.md, Names), unless a type of just that name is defined.
 */
export function innerName(written: string, isDefined: (name: string) => boolean): string {
  if (isDefined(written)) return written;
  const [namespace, name, ...more] = written.split('.');
  if (name === undefined || more.length > 0) return written;
  return extensible.has(name) || (namespace === 'rel' && own.has(name)) ? name : written;
}

/** Whether types that extend this one in the end are tasks with a script. */
export const isTaskRoot = (name: string): boolean => name === 'PythonScript';

/** Whether types that extend this one are tasks, also manual ones. */
export const makesTasks = (name: string): boolean => isTaskRoot(name) || name === 'ContainerTask';

/** Whether they are triggers that poll by a script. */
export const isTriggerRoot = (name: string): boolean => name === pollTriggerType;
