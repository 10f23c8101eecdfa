import { expect, expectTypeOf, test } from 'vitest';
import type { ChosenIds, CommandDefinition, EditDefinition, FolderMove, Secrets } from './definition/definition.ts';
import { type Command, type CommandOf, commands, definitionOf } from './registry.ts';

/** The members that can be omitted in a value of the type. */
type Omittable<T> = { readonly [K in keyof T]-?: Omit<T, K> extends T ? K : never }[keyof T];

test('a definition without one of its members does not compile', () => {
  expectTypeOf<Omittable<CommandDefinition<Command>>>().toBeNever();
  expectTypeOf<Omittable<EditDefinition<CommandOf<'addTask'>>>>().toBeNever();
  expectTypeOf<Omittable<EditDefinition<CommandOf<'addTask'>>['inPlan']>>().toBeNever();
  expectTypeOf<Omittable<FolderMove<CommandOf<'moveTemplate'>>>>().toBeNever();
  expectTypeOf<Omittable<ChosenIds<Command>>>().toBeNever();
  expectTypeOf<Omittable<Secrets<Command>>>().toBeNever();
  // a counter-check: the type finds an optional member
  expectTypeOf<Omittable<{ readonly permission: string; readonly guard?: string }>>().toEqualTypeOf<'guard'>();
});

test('the registry contains each command by the type of its input', () => {
  expectTypeOf<keyof typeof commands>().toEqualTypeOf<Command['type']>();
  expect(definitionOf({ type: 'startRelease' })).toBe(commands.startRelease);
});

test('only a move to another folder requires permissions in a second folder', () => {
  const moving = Object.entries(commands).flatMap(([type, { move }]) => (move === null ? [] : [type]));
  expect(moving).toEqual(['moveTemplate', 'moveRelease']);
});

test('only verdicts depend on the teams and roles of the caller', () => {
  const verdicts = Object.entries(commands).flatMap(([type, { usesMembership }]) => (usesMembership ? [type] : []));
  expect(verdicts).toEqual(['approveTask', 'rejectTask']);
});
