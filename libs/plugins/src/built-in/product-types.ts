import { pollTriggerType } from '@slipway/domain/triggers';
import type { TypeDefinition } from '../definitions/type-definition.ts';
import { baseTypes, containerTaskRoot } from './base-types.ts';
import { eventTypes } from './event-types.ts';
import { planTypes, variableTypes } from './plan-types.ts';
import { riskTypes } from './risk-types.ts';
import { triggerDefinitions } from './trigger-types.ts';

const all = [...planTypes, ...riskTypes, ...variableTypes, ...baseTypes, ...eventTypes, ...triggerDefinitions];
const ownTypes: ReadonlyMap<string, TypeDefinition> = new Map(all.map((type) => [type.name, type]));

/**
 * Returns a type and its ancestors, the most distant first. Two plugins may extend each other's types: a cycle ends at
 * its first repetition.
 */
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

/**
 * Returns the properties of an inheritance chain. Own properties are after inherited ones and override those with the
 * same name.
 */
export function inheritProperties(chain: readonly Pick<TypeDefinition, 'properties'>[]): TypeDefinition['properties'] {
  const merged = new Map<string, TypeDefinition['properties'][number]>();
  for (const definition of chain.flatMap(({ properties }) => properties)) {
    // A subtype that overrides an inherited secret, such as its label, does not make it readable.
    const secret = definition.kind === 'string' && merged.get(definition.name)?.password === true;
    merged.set(definition.name, secret ? { ...definition, password: true } : definition);
  }
  return [...merged.values()];
}

/**
 * The built-in types with their inherited properties, by name without prefix: releases and their parts, variables,
 * webhooks, and base types of plugins.
 */
export const productTypes: ReadonlyMap<string, TypeDefinition> = new Map(
  all.map((type) => [
    type.name,
    { ...type, properties: inheritProperties(inheritanceChain(type, (name) => ownTypes.get(name))) },
  ]),
);

/** The names of the members of all tasks. The product sets them, so they are no inputs of a script. */
export const taskMembers: ReadonlySet<string> = new Set(productTypes.get('Task')?.properties.map(({ name }) => name));

/** The built-in types that plugins extend, with any prefix. */
const extensible = new Set([...baseTypes.map(({ name }) => name), pollTriggerType]);

/**
 * Returns the internal name of a type that a definition refers to. Built-in types have no prefix. A plugin may use any
 * prefix for a built-in type that it extends (compatibility.md, Names), unless a type with exactly this name is
 * defined.
 */
export function internalName(rawName: string, isDefined: (name: string) => boolean): string {
  if (isDefined(rawName)) return rawName;
  const [namespace, name, ...more] = rawName.split('.');
  if (name === undefined || more.length > 0) return rawName;
  return extensible.has(name) || (namespace === 'rel' && ownTypes.has(name)) ? name : rawName;
}

/** Whether a root type is the base of tasks with a script. */
export const isTaskRoot = (name: string): boolean => name === 'PythonScript';

/** Whether a root type is the base of tasks, including tasks without a script. */
export const isTaskBase = (name: string): boolean => isTaskRoot(name) || name === containerTaskRoot;

/** Whether a root type is the base of triggers that poll with a script. */
export const isTriggerRoot = (name: string): boolean => name === pollTriggerType;
