import {
  type FillBudget,
  fill,
  fillDeep,
  type Json,
  type Task,
  type TaskPassive,
  textOf,
  type VariableValue,
  withOwnTexts,
} from '@slipway/domain/model';

type Values = Readonly<Record<string, VariableValue>>;

/**
 * Returns a task with resolved texts. After its start, its texts contain the values at the start, and mapped fields
 * have the values of their variables. Before its start, it equals its definition (states.md, activation order). The
 * length of inserted values counts for the limit of the response.
 */
export function resolveTask(
  task: Task,
  passive: TaskPassive,
  budget: FillBudget,
): { readonly task: Task; readonly passive: TaskPassive } {
  const { values, mapped } = task.run;
  if (values === null && mapped === null) return { task, passive };
  const uses = Object.keys(task.definition.uses).length > 0;
  return applyMapped(uses && values !== null ? fillTexts(task, passive, values, budget) : { task, passive }, mapped);
}

function fillTexts(task: Task, passive: TaskPassive, values: Values, budget: FillBudget) {
  const fillText = (text: string): string => fill(text, values, budget);
  const fillOptional = (text: string | null): string | null => (text === null ? null : fillText(text));
  const { definition } = task;
  return {
    task: {
      ...task,
      definition: {
        ...definition,
        title: fillText(definition.title),
        owner: fillOptional(definition.owner),
        team: fillOptional(definition.team),
        ...withOwnTexts(definition, fillText),
      },
    },
    passive: {
      ...passive,
      description: fillOptional(passive.description),
      precondition: fillOptional(passive.precondition),
      failureHandler: fillOptional(passive.failureHandler),
      abortScript: fillOptional(passive.abortScript),
      properties: properties(fillDeep(passive.properties, values, budget), passive.properties),
    },
  };
}

const properties = (value: Json, fallback: TaskPassive['properties']): TaskPassive['properties'] =>
  typeof value === 'object' && value !== null && !isList(value) ? value : fallback;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isInstant = (value: VariableValue): value is number => typeof value === 'number';

/** Replaces mapped fields by the values of their variables. A value of the wrong type is ignored. */
function applyMapped({ task, passive }: { readonly task: Task; readonly passive: TaskPassive }, mapped: Values | null) {
  if (mapped === null) return { task, passive };
  const text = (field: string, original: string | null): string | null =>
    mapped[field] === undefined ? original : textOf(mapped[field]);
  const instant = (field: string, original: number | null): number | null => {
    const value = mapped[field];
    return value !== undefined && isInstant(value) ? value : original;
  };
  const { definition } = task;
  return {
    task: {
      ...task,
      definition: {
        ...definition,
        title: text('title', definition.title) ?? '',
        owner: text('owner', definition.owner),
        team: text('team', definition.team),
        dueDate: instant('dueDate', definition.dueDate),
        scheduledStartDate: instant('scheduledStartDate', definition.scheduledStartDate),
        plannedDuration: instant('plannedDuration', definition.plannedDuration),
      },
    },
    passive: {
      ...passive,
      description: text('description', passive.description),
      properties: replaceProperties(passive, mapped),
    },
  };
}

/** Replaces mapped properties by the values of their variables. `pythonScript.server` names a nested field. */
function replaceProperties({ properties: original }: TaskPassive, mapped: Values): TaskPassive['properties'] {
  const entries = Object.entries(original).map(([name, value]): [string, Json] => {
    if (mapped[name] !== undefined) return [name, mapped[name]];
    if (typeof value !== 'object' || value === null || isList(value)) return [name, value];
    const inner = Object.entries(mapped).flatMap(([path, replacement]): [string, Json][] =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), replacement]] : [],
    );
    return [name, inner.length === 0 ? value : { ...value, ...Object.fromEntries(inner) }];
  });
  return Object.fromEntries(entries);
}
