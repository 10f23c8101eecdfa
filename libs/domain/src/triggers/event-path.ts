import { type EventRoot, maxPathLength, maxSteps } from '../event-paths/index.ts';
import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';

/** A received event. */
export interface Event {
  /** the parsed JSON body; null: no body */
  readonly payload: Json;
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
}

/** An event by the roots of paths. Header names are in lower case, and a parameter with one value is a text. */
export type EventView = Readonly<Record<EventRoot, Json>>;

type Step =
  | { readonly by: 'name' | 'anywhere'; readonly name: string }
  | { readonly by: 'index' | 'last'; readonly count: number };

export interface EventPath {
  readonly root: EventRoot;
  readonly steps: readonly Step[];
}

const rootPattern = /^(event|headers|parameters)(?=[.[]|$)/;
const stepPattern =
  /\.\.([^.[\]]{1,200})|\.([^.[\]]{1,200})|\.?\[(\d{1,6})\]|\.?\[-(\d{1,6}):\]|\.?\['([^']{1,200})'\]|\.?\["([^"]{1,200})"\]/y;

/** Whether the key of a placeholder is a path into an event. */
export const isEventKey = (key: string): boolean => rootPattern.test(key);

/**
 * Parses a path: names after dots, quoted names in brackets, `[2]` for the third item, `[-1:]` for the last item, and
 * `..name` for each value of that name at any depth. A path that does not begin with `event`, `headers` or `parameters`
 * begins in the payload. Throws Invalid, with `location` before the message.
 */
export function readPath(rawPath: string, location: string): EventPath {
  const path = rawPath.trim();
  const fullPath = rootPattern.test(path) ? path : `event${/^[.[]/.test(path) ? '' : '.'}${path}`;
  const root = rootOf(fullPath);
  const steps: Step[] = [];
  let current: number = root.length;
  while (current < fullPath.length && path.length <= maxPathLength && steps.length < maxSteps) {
    stepPattern.lastIndex = current;
    const result = stepPattern.exec(fullPath);
    if (result === null) break;
    steps.push(stepOf(result, root === 'headers' && steps.length === 0));
    current = stepPattern.lastIndex;
  }
  if (current === fullPath.length && path !== '') return { root, steps };
  throw new Invalid(message('trigger.badPath', { field: location, path: rawPath }));
}

function rootOf(path: string): EventRoot {
  if (path.startsWith('headers')) return 'headers';
  return path.startsWith('parameters') ? 'parameters' : 'event';
}

function stepOf([, findDeep, dotted, index, last, ...quoted]: RegExpExecArray, inHeaders: boolean): Step {
  if (index !== undefined) return { by: 'index', count: Number(index) };
  if (last !== undefined) return { by: 'last', count: Number(last) };
  const name = findDeep ?? dotted ?? quoted.join('');
  return { by: findDeep === undefined ? 'name' : 'anywhere', name: inHeaders ? name.toLowerCase() : name };
}

/** Returns an event by the roots of paths. */
export const viewOf = ({ payload, headers, parameters }: Event): EventView => ({
  event: payload,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  parameters: Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, values.length === 1 ? values.join('') : values]),
  ),
});

/**
 * A payload can have a hundred thousand nodes. All paths into one event together visit at most `maxVisits` nodes for
 * `..name`. Each path returns at most `maxValues` values.
 */
const maxVisits = 100_000;
const maxValues = 1_000;

/** Returns all values at a path, in the order of the payload. */
export function valuesAt({ root, steps }: EventPath, view: EventView): readonly Json[] {
  const budget = budgetFor(view);
  let result: readonly Json[] = [view[root]];
  for (const step of steps) result = result.flatMap((value) => valuesAtStep(value, step, budget)).slice(0, maxValues);
  return result;
}

/** Returns the single value at a path, a list of several values, or undefined. */
export function valueAt(path: EventPath, view: EventView): Json | undefined {
  const values = valuesAt(path, view);
  return values.length > 1 ? values : values[0];
}

interface VisitBudget {
  left: number;
}

const budgets = new WeakMap<EventView, VisitBudget>();

function budgetFor(view: EventView): VisitBudget {
  const budget = budgets.get(view) ?? { left: maxVisits };
  budgets.set(view, budget);
  return budget;
}

function valuesAtStep(value: Json, step: Step, budget: VisitBudget): readonly Json[] {
  switch (step.by) {
    case 'name':
      return memberOf(value, step.name);
    case 'anywhere':
      return findDeep(value, step.name, budget);
    case 'index':
      return Array.isArray(value) ? value.slice(step.count, step.count + 1) : [];
    case 'last':
      return Array.isArray(value) && step.count > 0 ? value.slice(-step.count) : [];
  }
}

const memberOf = (value: Json, name: string): readonly Json[] =>
  isObject(value) && Object.hasOwn(value, name) ? [value[name]].filter(isJson) : [];

const isJson = (value: Json | undefined): value is Json => value !== undefined;

const partsOf = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
};

/** Iterative, because recursion into deep nesting would overflow the stack. */
function findDeep(value: Json, name: string, budget: VisitBudget): readonly Json[] {
  const result: Json[] = [];
  const stack: Json[] = [value];
  for (let current = stack.pop(); current !== undefined && result.length < maxValues; current = stack.pop()) {
    result.push(...memberOf(current, name));
    const inner = budget.left > 0 ? partsOf(current) : [];
    const seen = inner.slice(0, budget.left);
    budget.left -= seen.length;
    for (const part of seen.toReversed()) if (typeof part === 'object' && part !== null) stack.push(part);
  }
  return result;
}
