import { pollTriggerType } from '@slipway/domain/triggers';
import type { TypeDefinition } from '../definitions/type-definition.ts';
import { baseTypes } from './base-types.ts';
import { eventTypes } from './event-types.ts';
import { planTypes, variableTypes } from './plan-types.ts';
import { riskTypes } from './risk-types.ts';
import { triggerDefinitions } from './trigger-types.ts';

const all = [...planTypes, ...riskTypes, ...variableTypes, ...baseTypes, ...eventTypes, ...triggerDefinitions];
const ownTypes: ReadonlyMap<string, TypeDefinition> = new Map(all.map((type) => [type.name, type]));

/** A type and those that it extends, the furthest first. Two plugins may have come to extend each other: a circle ends where it began. */
export function inheritanceChain<T extends { readonly name: string; readonly extends: string }>(
  type: T,
  find: (name: string) => T | undefined,
): readonly T[] {
  const chain = [type];
  for (let parent = find(type.extends); parent && !chain.includes(parent); parent = find(parent.extends)) {
    chain.unshift(parent);
  }
  return chain;
}

/** The properties of a line of types: own ones come after inherited ones and take the place of namesakes. */
export function inheritProperties(chain: readonly Pick<TypeDefinition, 'properties'>[]): TypeDefinition['properties'] {
  const merged = new Map<string, TypeDefinition['properties'][number]>();
  for (const definition of chain.flatMap(({ properties }) => properties)) {
    // A type that hides an inherited secret, or changes its label, does not make it readable.
    const secret = definition.kind === 'string' && merged.get(definition.name)?.password === true;
    merged.set(definition.name, secret ? { ...definition, password: true } : definition);
  }
  return [...merged.values()];
}

/**
 * The types that are there without any plugin, by name and with all that they inherit: releases and what they are made
 * of, variables, webhooks and what plugins extend. Ours have no prefix.
 */
export const productTypes: ReadonlyMap<string, TypeDefinition> = new Map(
  all.map((type) => [
    type.name,
    { ...type, properties: inheritProperties(inheritanceChain(type, (name) => ownTypes.get(name))) },
  ]),
);

/** The built-in types that plugins extend, regardless of the prefix that they use. */
const extensible = new Set([...baseTypes.map(({ name }) => name), pollTriggerType]);

/**
 * The name that a type has inside where a definition names it: one of ours has no prefix. A plugin may give it any where
 * it is there to be extended (compatibility.md, Names), unless a type of just that name is defined.
 */
export function internalName(rawName: string, isDefined: (name: string) => boolean): string {
  if (isDefined(rawName)) return rawName;
  const [namespace, name, ...more] = rawName.split('.');
  if (name === undefined || more.length > 0) return rawName;
  return extensible.has(name) || (namespace === 'rel' && ownTypes.has(name)) ? name : rawName;
}

/** Whether types that extend this one in the end are tasks with a script. */
export const isTaskRoot = (name: string): boolean => name === 'PythonScript';

/** Whether types that extend this one are tasks, also manual ones. */
export const isTaskBase = (name: string): boolean => isTaskRoot(name) || name === 'ContainerTask';

/** Whether they are triggers that poll by a script. */
export const isTriggerRoot = (name: string): boolean => name === pollTriggerType;
