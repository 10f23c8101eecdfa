import { message } from '@slipway/domain/messages';
import { isObject, type Json, maxTasks } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '@slipway/formats';
import { maxMentionedVariables, maxMentions, maxValues } from '../http/body/json.ts';

/** The remaining number of tasks, values and mentions that one template may contain. */
interface RemainingLimits {
  tasks: number;
  values: number;
  mentions: number;
  /** The names of the mentioned variables. */
  readonly names: Set<string>;
}

/**
 * Rejects a template that is too large. The schema would take seconds to parse it before it rejects it. `label` is the
 * name of the template in the error. Throws BadFile.
 */
export function requireWithinLimits(template: Json, label: string): void {
  const remaining: RemainingLimits = { tasks: maxTasks, values: maxValues, mentions: maxMentions, names: new Set() };
  const limitError = (limit: 'Values' | 'Mentions' | 'Variables' | 'Tasks', max: number) =>
    new BadFile(message(`field.max${limit}`, { field: toSingleLine(label), max }));
  const walk = (value: Json): void => {
    remaining.values -= 1;
    if (remaining.values < 0) throw limitError('Values', maxValues);
    if (typeof value === 'string') {
      countMentions(value, remaining);
      if (remaining.mentions < 0) throw limitError('Mentions', maxMentions);
      if (remaining.names.size > maxMentionedVariables) throw limitError('Variables', maxMentionedVariables);
    } else if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        if (name === 'tasks' && Array.isArray(member)) remaining.tasks -= member.length;
        if (remaining.tasks < 0) throw limitError('Tasks', maxTasks);
        walk(member);
      }
  };
  walk(template);
}

function countMentions(text: string, remaining: RemainingLimits): void {
  for (const [, name = ''] of text.matchAll(/\$\{([^}]{0,64})/g)) {
    remaining.mentions -= 1;
    remaining.names.add(name);
  }
}
